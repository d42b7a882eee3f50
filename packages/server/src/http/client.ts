import type { IncomingMessage, ServerResponse } from 'node:http';
import { quote, ServiceError } from '../errors/index.ts';

/** Aborted when the client goes away before it has its answer. */
export function clientGone(response: ServerResponse): AbortSignal {
  const controller = new AbortController();
  response.once('close', () => {
    if (!response.writableFinished) controller.abort();
  });
  return controller.signal;
}

/** What reading and waiting end with when a client leaves. */
const LEAVING = ['AbortError', 'JobCanceledError', 'ECONNRESET', 'ERR_STREAM_PREMATURE_CLOSE'];

/**
 * Whether an error only says that the client left before it had its answer. Asked of the response: Node destroys a
 * request as soon as its body has been read.
 */
export function leftBy({ destroyed, writableFinished }: ServerResponse, error: unknown): boolean {
  if (!destroyed || writableFinished) return false;
  const { name, code } = error as { name?: string; code?: string };
  return LEAVING.includes(name ?? '') || LEAVING.includes(code ?? '');
}

/** Bodies are read as they are sent; `what` is the thing they hold. */
export function refuseEncoded(encoding: string | undefined, what: string): void {
  if (encoding === undefined || encoding === 'identity') return;
  throw new ServiceError(
    'ERR_UNSUPPORTED_MEDIA_TYPE',
    `Content-Encoding is ${quote(encoding)}; send the ${what} as it is`,
  );
}

/** The Content-Type as it was sent; fastify does not see it. */
export function sentContentType({ rawHeaders }: IncomingMessage): string | undefined {
  for (let at = 0; at < rawHeaders.length; at += 2) {
    if (rawHeaders[at]!.toLowerCase() === 'content-type') return rawHeaders[at + 1]!;
  }
  return undefined;
}

/** The query string as it came, without its question mark. */
export function queryOf({ url = '' }: IncomingMessage): string {
  const start = url.indexOf('?');
  return start === -1 ? '' : url.slice(start + 1);
}
