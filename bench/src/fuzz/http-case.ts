/** A request before it is bytes. */
export interface HttpCase {
  readonly method: string;
  readonly target: string;
  readonly headers: readonly (readonly [name: string, value: string])[];
  readonly body: Buffer;
}

/** The bytes of a request: what is not said about its body and its connection is added. */
export function requestBytes({ method, target, headers, body }: HttpCase): Buffer {
  const sent = new Set(headers.map(([name]) => name.toLowerCase()));
  const own: [string, string][] = [];
  if (!sent.has('host')) own.push(['host', 'fuzz']);
  if (!sent.has('connection')) own.push(['connection', 'close']);
  const sized = sent.has('content-length') || sent.has('transfer-encoding');
  if (!sized && body.length > 0) own.push(['content-length', String(body.length)]);
  const lines = [...own, ...headers].map(([name, value]) => `${name}: ${value}\r\n`);
  return Buffer.concat([
    Buffer.from(`${method} ${target} HTTP/1.1\r\n${lines.join('')}\r\n`, 'latin1'),
    body,
  ]);
}

export const BOUNDARY = 'fuzz-boundary';

export interface Part {
  readonly name: string;
  readonly type?: string;
  readonly content: string | Uint8Array;
}

export function multipart(parts: readonly Part[]): Buffer {
  const pieces = parts.flatMap(({ name, type, content }) => [
    Buffer.from(`--${BOUNDARY}\r\ncontent-disposition: form-data; name="${name}"\r\n`),
    Buffer.from(type === undefined ? '\r\n' : `content-type: ${type}\r\n\r\n`),
    Buffer.from(content as string),
    Buffer.from('\r\n'),
  ]);
  return Buffer.concat([...pieces, Buffer.from(`--${BOUNDARY}--\r\n`)]);
}

export const FORM: readonly [string, string] = ['content-type', `multipart/form-data; boundary=${BOUNDARY}`];
