import { HttpError } from './errors.ts';
import { parseMediaType } from './media-type.ts';

export interface FormPart {
  readonly name: string;
  /** As the part says it, with its parameters; undefined where it says nothing. */
  readonly contentType: string | undefined;
  /** A view of the body, not a copy. */
  readonly bytes: Uint8Array;
}

const MAX_PART_HEADERS = 16 * 1024;
const LINE_END = Buffer.from('\r\n');
const HEADERS_END = Buffer.from('\r\n\r\n');

/**
 * The parts of a multipart/form-data body that is here already. Streaming parsers drop the parameters of a part's type
 * (`audio/raw; rate=8000`) and copy every part; in a body that is needed whole anyway the parts are just views.
 */
export function splitForm(body: Uint8Array, contentType: string, maxParts: number): FormPart[] {
  const boundary = parseMediaType(contentType)?.parameters.get('boundary');
  if (boundary === undefined || boundary === '' || boundary.length > 70)
    throw broken('Content-Type names no boundary of 1 to 70 characters');
  // The first delimiter may stand at the very start, where no line end is in front of it.
  const whole = Buffer.from(body.buffer, body.byteOffset, body.byteLength);
  const delimiter = Buffer.from(`--${boundary}`, 'latin1');
  const laterDelimiter = Buffer.concat([LINE_END, delimiter]);
  const parts: FormPart[] = [];
  let at = whole.subarray(0, delimiter.length).equals(delimiter)
    ? delimiter.length
    : after(whole, laterDelimiter, 0);
  while (!whole.subarray(at, at + 2).equals(Buffer.from('--'))) {
    const start = after(whole, LINE_END, at);
    const end = whole.indexOf(laterDelimiter, start - LINE_END.length);
    if (end === -1) throw broken('its last part has no end');
    if (parts.length === maxParts)
      throw new HttpError('ERR_TOO_LARGE', `the form has more than ${maxParts} parts`);
    parts.push(readPart(whole.subarray(start, Math.max(start, end))));
    at = end + laterDelimiter.length;
  }
  return parts;
}

function readPart(part: Buffer): FormPart {
  const bare = part.subarray(0, 2).equals(LINE_END);
  const headersEnd = bare ? 0 : part.indexOf(HEADERS_END);
  if (headersEnd === -1) throw broken('a part has no blank line after its headers');
  if (headersEnd > MAX_PART_HEADERS)
    throw broken(`a part has more than ${MAX_PART_HEADERS} bytes of headers`);
  const headers = part.subarray(0, headersEnd).toString('utf8').split('\r\n');
  const disposition = header(headers, 'content-disposition');
  const name = /^form-data\s*;(?:.*;)?\s*name=(?:"((?:[^"\\]|\\.)*)"|([^;"\s]+))/is.exec(disposition ?? '');
  if (!name) throw broken('a part has no name');
  return {
    name: name[1] ?? name[2]!,
    contentType: header(headers, 'content-type'),
    bytes: part.subarray(bare ? LINE_END.length : headersEnd + HEADERS_END.length),
  };
}

function header(lines: readonly string[], name: string): string | undefined {
  const line = lines.find((each) => each.toLowerCase().startsWith(`${name}:`));
  return line?.slice(name.length + 1).trim();
}

function after(body: Buffer, mark: Buffer, from: number): number {
  const at = body.indexOf(mark, from);
  if (at === -1) throw broken('its boundary is not in it');
  return at + mark.length;
}

function broken(reason: string): HttpError {
  return new HttpError('ERR_MALFORMED_REQUEST', `the multipart body is broken: ${reason}`);
}
