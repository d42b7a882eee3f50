import type { FastifyRequest } from 'fastify';
import type { Config } from '../../config/index.ts';
import { ServiceError } from '../../errors/index.ts';
import { readTexts } from '../../fields/index.ts';
import type { GrammarSource } from '../../grammars/grammars.ts';
import { readLms, refuseStrayParameters } from '../../grammars/index.ts';
import { type BodyShare, readBody } from '../../http/body.ts';
import { decodeText } from '../../http/charset.ts';
import { queryOf, sentContentType } from '../../http/client.ts';
import { clientOf } from '../../http/client-id.ts';
import { checkText } from '../interpret/request.ts';
import { readParts } from '../lm-form.ts';
import { sentencesQuery } from './schema.ts';

/** A grammar of a mebibyte, the longest text and what a form adds around them. */
const FORM_BYTES = 1.25 * 1024 ** 2;

export interface InspectRequest {
  readonly source: GrammarSource;
  /** Undefined where only the grammar is looked at. */
  readonly text: string | undefined;
  /** How many random sentences of the grammar to return. */
  readonly sentences: number;
  readonly client: string;
}

export async function readInspectRequest(
  request: FastifyRequest,
  config: Config,
  share: BodyShare,
): Promise<InspectRequest> {
  refuseStrayParameters(queryOf(request.raw));
  const sentences = readSentences(request.query);
  const body = await readBody(request.raw, Math.min(FORM_BYTES, config.maxBodyBytes), share);
  const { value, grammars } = readParts(body, sentContentType(request.raw) ?? '', 'text');
  const { lm } = request.query as { lm?: unknown };
  const references = lm === undefined ? [] : readLms(lm, config.lmAliases);
  const named = references.flatMap((each) => (each.kind === 'slm' ? [] : [each]));
  if (named.length < references.length) {
    throw new ServiceError('ERR_INVALID_PARAMETER', 'lm: free speech has no grammar to look at');
  }
  const inline = grammars.map((grammar) => ({ kind: 'inline' as const, uri: 'inline:0', ...grammar }));
  const [source, ...more] = [...inline, ...named];
  if (source === undefined) {
    throw new ServiceError('ERR_LM_REQUIRED', 'send one grammar: a part named lm, or the parameter lm');
  }
  if (more.length > 0) throw new ServiceError('ERR_INVALID_PARAMETER', 'lm: send one grammar, not several');
  const text = value && decodeText(value.bytes, value.contentType, 'the part text');
  // An editor sends the text as it is, and an empty one asks for nothing.
  return {
    source,
    text: text?.trim() ? checkText(text) : undefined,
    sentences,
    client: clientOf(request),
  };
}

function readSentences(query: unknown): number {
  const { sentences } = query as { sentences?: unknown };
  if (sentences === undefined) return 0;
  return readTexts(sentencesQuery, { sentences }, {}).sentences ?? 0;
}
