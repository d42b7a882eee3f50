import type { FastifyRequest } from 'fastify';
import { HttpError, quote } from './errors.ts';

/** A grammar that a client sent along instead of naming one. */
export interface InlineGrammar {
  readonly bytes: Uint8Array;
  readonly mediaType: string | undefined;
}

export interface Parts {
  readonly values: ReadonlyMap<string, Uint8Array>;
  readonly grammars: readonly InlineGrammar[];
}

const MAX_GRAMMARS = 16;
const MAX_PART_BYTES = 1024 ** 2;
const GRAMMAR_TYPES = ['application/srgs', 'application/srgs+xml', 'application/jsgf'];

/** The parts of a form: grammars under `lm`, and the named values, each at most once. */
export async function readParts(
  request: FastifyRequest,
  names: readonly string[],
  maxBytes = MAX_PART_BYTES,
): Promise<Parts> {
  const values = new Map<string, Uint8Array>();
  const grammars: InlineGrammar[] = [];
  try {
    for await (const part of request.parts({
      // All parts as files, so that their bytes are what was sent: text is UTF-8 whatever its label says.
      isPartAFile: () => true,
      limits: { fileSize: maxBytes, fieldSize: maxBytes, parts: MAX_GRAMMARS + names.length },
    })) {
      const bytes = part.type === 'file' ? await part.toBuffer() : Buffer.alloc(0);
      if (part.fieldname === 'lm') grammars.push({ bytes, mediaType: grammarType(part.mimetype) });
      else if (!names.includes(part.fieldname)) {
        throw new HttpError(
          'ERR_INVALID_PARAMETER',
          `there is no part named ${quote(part.fieldname)}; the parts are lm and ${names.join(', ')}`,
        );
      } else if (values.has(part.fieldname)) {
        throw new HttpError('ERR_INVALID_PARAMETER', `the part ${part.fieldname} comes twice`);
      } else values.set(part.fieldname, bytes);
    }
  } catch (error) {
    throw readable(error as Error & { code?: string }, maxBytes);
  }
  return { values, grammars };
}

/** Types that say nothing are left to the grammar reader, which looks at the content first anyway. */
function grammarType(mimetype: string): string | undefined {
  const type = mimetype.toLowerCase();
  return GRAMMAR_TYPES.includes(type) ? type : undefined;
}

function readable(error: Error & { code?: string }, maxBytes: number): Error {
  if (error instanceof HttpError) return error;
  switch (error.code) {
    case 'FST_REQ_FILE_TOO_LARGE':
      return new HttpError('ERR_TOO_LARGE', `a part has more than ${maxBytes} bytes`);
    case 'FST_PARTS_LIMIT':
    case 'FST_FILES_LIMIT':
    case 'FST_FIELDS_LIMIT':
      return new HttpError('ERR_TOO_LARGE', `the form has more than ${MAX_GRAMMARS} grammars`);
    case 'FST_ERR_CTP_BODY_TOO_LARGE':
      return error;
  }
  return new HttpError('ERR_MALFORMED_REQUEST', 'the multipart body is broken');
}
