import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http';
import { quote, ServiceError } from '../errors/index.ts';
import { HttpError } from './http-error.ts';

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

/**
 * Bodies are read as they are sent; `what` is the thing they hold. A small compressed one could become any size, and audio
 * is compressed by its own formats.
 */
export function refuseEncoded(encoding: string | undefined, what: string): void {
  if (encoding === undefined || ['', 'identity'].includes(encoding.trim().toLowerCase())) return;
  const message = `Content-Encoding is ${quote(encoding)}; send the ${what} as it is`;
  throw new HttpError('ERR_UNSUPPORTED_MEDIA_TYPE', message, { 'accept-encoding': 'identity' });
}

/** A Content-Type that is not read, with those that are. */
export function unsupportedType(sent: string | undefined, first: string, others = ''): ServiceError {
  const isDefault = /^application\/x-www-form-urlencoded\s*(;|$)/i.test(sent?.trim() ?? '');
  const how = isDefault ? ` (curl's default; with curl, add -H 'Content-Type: ${first}')` : '';
  return new ServiceError(
    'ERR_UNSUPPORTED_MEDIA_TYPE',
    `Content-Type is ${quote(sent ?? '')}; send ${first}${others}${how}`,
  );
}

/** The headers of a request in the spelling in which they were sent, each once. */
export function spelledHeaders({ headers, rawHeaders }: IncomingMessage): IncomingHttpHeaders {
  const spelled = new Map<string, string>();
  for (let at = 0; at < rawHeaders.length; at += 2)
    spelled.set(rawHeaders[at]!.toLowerCase(), rawHeaders[at]!);
  return Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [spelled.get(name) ?? name, value]),
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
