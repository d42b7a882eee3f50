/** A message of the WebSocket protocol. */
export interface Frame {
  readonly message: string;
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** Version 2.4 knows the classifiers. */
const VERSION = '2.4';
const END_OF_HEAD = '\r\n\r\n';

/** Headers without a value are left out. */
export function writeFrame(
  message: string,
  headers: Readonly<Record<string, string | number | boolean | undefined>> = {},
  body: Uint8Array | string = '',
): Uint8Array<ArrayBuffer> {
  const content = typeof body === 'string' ? new TextEncoder().encode(body) : body;
  const all = { ...headers, 'Content-Length': content.length > 0 ? content.length : undefined };
  const lines = Object.entries(all).flatMap(([name, value]) =>
    value === undefined ? [] : [`${name}: ${String(value).replace(/[\r\n]+/g, ' ')}`],
  );
  const head = new TextEncoder().encode([`ASR ${VERSION} ${message}`, ...lines].join('\r\n') + END_OF_HEAD);
  const bytes = new Uint8Array(head.length + content.length);
  bytes.set(head);
  bytes.set(content, head.length);
  return bytes;
}

/** Undefined where the bytes are no message. */
export function readFrame(bytes: ArrayBuffer): Frame | undefined {
  const text = new TextDecoder().decode(bytes);
  const end = text.indexOf(END_OF_HEAD);
  const [start = '', ...lines] = text.slice(0, Math.max(0, end)).split('\r\n');
  const message = /^ASR \d\.\d ([A-Z_]+)$/.exec(start)?.[1];
  if (message === undefined) return undefined;
  const headers = Object.fromEntries(
    lines.map((line) => {
      const colon = line.indexOf(':');
      return [line.slice(0, colon).trim().toLowerCase(), line.slice(colon + 1).trim()];
    }),
  );
  return { message, headers, body: text.slice(end + END_OF_HEAD.length) };
}
