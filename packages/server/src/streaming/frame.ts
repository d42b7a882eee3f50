/** A message of the protocol as it travels: a start line, headers, an empty line and a body. */
export interface Frame {
  /** Such as `2.3`. */
  readonly version: string;
  /** Such as `SEND_AUDIO`. */
  readonly message: string;
  /** Names in lower case. Values hold one character per byte, as those of HTTP headers do. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Uint8Array;
}

/** Bytes that are no message. `message` is its name, where that could be read. */
export class FrameError extends Error {
  override readonly name = 'FrameError';
  readonly method: string | undefined;
  readonly version: string | undefined;

  constructor(reason: string, { method, version }: { method?: string; version?: string } = {}) {
    super(reason);
    this.method = method;
    this.version = version;
  }
}

const [LF, CR] = [0x0a, 0x0d];
/** Some clients write a handle, or none as "(null)", behind the name. */
const START = /^ASR (2\.\d) ([A-Z_]{1,40})(?: \S{1,100})?$/;
const AUDIO = /^ASR 2\.\d SEND_AUDIO\s/;
const NAME = /^[\w.!#$%&'*+^`|~-]{1,100}$/;
const MOST_HEADERS = 100;
/** Of the lines in front of the body; a list of hints is the longest value. */
const MOST_HEAD_BYTES = 64 * 1024;
/** Headers that some clients write behind an empty line: those of the body. */
const LATE_HEADERS = /^(?:[\w.-]+:[^\r\n]*\r?\n){0,20}?content-length:/i;
const MOST_LATE_BYTES = 4096;
/** By how much the length of a text may be too large: some clients count line ends that they do not send. */
const MOST_MISSING = 8;

/** Whether a message is audio, without reading all of it. */
export function isAudio(bytes: Uint8Array): boolean {
  return AUDIO.test(
    Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(30, bytes.length)).toString('latin1'),
  );
}

/** Lines may end in CRLF or LF, and the empty line may be left out where there is no body. */
export function readFrame(bytes: Uint8Array): Frame {
  const lines = headLines(bytes);
  const [, version, message] = START.exec(lines.texts[0] ?? '') ?? [];
  if (version === undefined || message === undefined) {
    throw new FrameError('the start line is not "ASR <version> <MESSAGE>" with a version 2.3 or 2.4');
  }
  const about = { method: message, version };
  const headers: Record<string, string> = Object.create(null);
  for (const line of lines.texts.slice(1)) {
    const colon = line.indexOf(':');
    const name = line.slice(0, Math.max(0, colon)).trim();
    if (!NAME.test(name)) throw new FrameError('a header line is not "name: value"', about);
    headers[name.toLowerCase()] = line.slice(colon + 1).trim();
  }
  const body = bodyOf(bytes.subarray(lines.end), headers['content-length'], about);
  return { version, message, headers, body };
}

/**
 * Clients count the length of a text in characters, or wrongly, so the text goes on to the end of the message. Some append
 * a line end to audio as well: there the length counts.
 */
function bodyOf(
  bytes: Uint8Array,
  length: string | undefined,
  about: { readonly method: string; readonly version: string },
): Uint8Array {
  if (length === undefined) return bytes;
  if (!/^\d{1,10}$/.test(length)) throw new FrameError('Content-Length is not a number', about);
  const isAudio = about.method === 'SEND_AUDIO';
  if (Number(length) - bytes.length > (isAudio ? 0 : MOST_MISSING))
    throw new FrameError(`Content-Length is ${length}, but ${bytes.length} bytes follow`, about);
  return isAudio ? bytes.subarray(0, Number(length)) : bytes;
}

function headLines(bytes: Uint8Array): { texts: string[]; end: number } {
  const texts: string[] = [];
  let at = 0;
  while (at < bytes.length) {
    const found = bytes.subarray(0, at + MOST_HEAD_BYTES).indexOf(LF, at);
    if (found < 0 && bytes.length - at > MOST_HEAD_BYTES) throw new FrameError('a line is too long');
    const end = found < 0 ? bytes.length : found;
    const text = Buffer.from(
      bytes.buffer,
      bytes.byteOffset + at,
      (bytes[end - 1] === CR && end > at ? end - 1 : end) - at,
    ).toString('latin1');
    at = Math.min(bytes.length, end + 1);
    if (text === '' && !headersFollow(texts, bytes, at)) break;
    if (text !== '') texts.push(text);
    if (at > MOST_HEAD_BYTES || texts.length > MOST_HEADERS + 1)
      throw new FrameError('there are too many headers');
  }
  return { texts, end: at };
}

/** Whether the empty line before this place stands among the headers. */
function headersFollow(lines: readonly string[], bytes: Uint8Array, at: number): boolean {
  if (lines.length === 0 || lines.some((line) => /^content-length *:/i.test(line))) return false;
  return LATE_HEADERS.test(Buffer.from(bytes.subarray(at, at + MOST_LATE_BYTES)).toString('latin1'));
}

/** A header whose text is in UTF-8. */
export function textOf(value: string): string {
  return new TextDecoder().decode(Buffer.from(value, 'latin1'));
}

/** Headers without a value are left out. The body must have a type. */
export function writeFrame(
  version: string,
  message: string,
  headers: Readonly<Record<string, string | number | undefined>>,
  body?: { readonly type: string; readonly content: string | Uint8Array },
): Buffer {
  const content = Buffer.from(body?.content ?? '');
  const all = {
    ...headers,
    ...(body && { 'Content-Type': body.type, 'Content-Length': content.length }),
  };
  const lines = Object.entries(all).flatMap(([name, value]) =>
    value === undefined ? [] : [`${name}: ${String(value).replace(/[\r\n]+/g, ' ')}`],
  );
  return Buffer.concat([
    Buffer.from(`${[`ASR ${version} ${message}`, ...lines].join('\r\n')}\r\n\r\n`),
    content,
  ]);
}
