import type { FastifyRequest } from 'fastify';
import { countCharacters } from '../../common/count-characters.ts';
import type { Config } from '../../config/index.ts';
import { ServiceError } from '../../errors/index.ts';
import { type LmReference, readLms, refuseStrayParameters } from '../../grammars/index.ts';
import type { InlineGrammar } from '../../grammars/inline-grammar.ts';
import { type BodyShare, readBody } from '../../http/body.ts';
import { checkCharset, decodeText } from '../../http/charset.ts';
import { queryOf, sentContentType, spelledHeaders, unsupportedType } from '../../http/client.ts';
import { clientOf } from '../../http/client-id.ts';
import { isForm } from '../../http/form-data.ts';
import { hashOf } from '../idempotency/hash.ts';
import { readParts } from '../lm-form.ts';
import { configurationHeaders } from '../parameters/configuration-headers.ts';
import type { Parameters } from '../parameters/declarations.ts';
import { refuseMisspelt } from '../parameters/misspelt.ts';
import { readParameters } from '../parameters/read.ts';

/** Longest text that is interpreted, in characters. */
export const MAX_TEXT = 10_000;

/** The longest text in UTF-8, with room for white space around it. */
const TEXT_BYTES = 64 * 1024;
/** Sixteen grammars of a mebibyte, the longest text and what a form adds around them. */
const FORM_BYTES = 17 * 1024 ** 2;

export interface InterpretRequest {
  readonly text: string;
  readonly references: readonly LmReference[];
  readonly inline: readonly InlineGrammar[];
  readonly parameters: Parameters;
  /** Whose turn it uses: see `clientOf`. */
  readonly client: string;
}

export async function readRequest(
  request: FastifyRequest,
  config: Config,
  share: BodyShare,
): Promise<InterpretRequest> {
  refuseMisspelt(request.raw, configurationHeaders);
  const parameters = readParameters(spelledHeaders(request.raw), config.deployment);
  refuseStrayParameters(queryOf(request.raw));
  const { lm } = request.query as { lm?: unknown };
  const contentType = sentContentType(request.raw);
  const asForm = isForm(contentType);
  const body = await readBody(
    request.raw,
    asForm ? Math.min(FORM_BYTES, config.maxBodyBytes) : TEXT_BYTES,
    share,
  );
  const { text, inline } = asForm
    ? fromForm(body, contentType)
    : { text: decodeText(body, contentType, 'the text'), inline: [] };
  // A grammar that came along makes the parameter unnecessary, not wrong.
  const references = inline.length > 0 && lm === undefined ? [] : readLms(lm, config.lmAliases);
  return { text: checkText(text), references, inline, parameters, client: clientOf(request) };
}

/** A hash of what makes a request the same. */
export function requestHash(
  url: string,
  { text, references, inline, parameters }: InterpretRequest,
): Promise<string> {
  const grammars = inline.map(({ mediaType }) => mediaType);
  return hashOf(
    [url, text, references.map(({ uri }) => uri), parameters, grammars],
    ...inline.map(({ bytes }) => bytes),
  );
}

function fromForm(body: Uint8Array, contentType: string): { text: string; inline: readonly InlineGrammar[] } {
  const { value, grammars } = readParts(body, contentType, 'text');
  if (!value) throw new ServiceError('ERR_EMPTY_BODY', 'the multipart body has no part named text');
  return { text: decodeText(value.bytes, value.contentType, 'the part text'), inline: grammars };
}

/** A text that can be interpreted, without the space around it. */
export function checkText(text: string): string {
  const trimmed = text.trim();
  if (trimmed === '') throw new ServiceError('ERR_EMPTY_BODY', 'the request has no text to interpret');
  const length = countCharacters(trimmed, MAX_TEXT);
  if (length > MAX_TEXT) {
    throw new ServiceError('ERR_TOO_LARGE', `the text has ${length} characters; the limit is ${MAX_TEXT}`);
  }
  return trimmed;
}

const TEXT_TYPES = /^(text\/plain|multipart\/form-data)\s*(;|$)/i;

/** The current variant accepts plain text and forms; a missing type counts as plain text. */
export function checkType(contentType: string | undefined): void {
  if (contentType === undefined || contentType === '') return;
  if (TEXT_TYPES.test(contentType.trim())) {
    checkCharset(contentType, 'the text');
    return;
  }
  throw unsupportedType(contentType, 'text/plain', ' or multipart/form-data');
}
