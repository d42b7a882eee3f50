import type { IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { type ErrorCode, ServiceError } from '../errors/index.ts';
import { keepsTime } from './body-stream.ts';
import type { ErrorText } from './error-answers.ts';
import { errorStatus } from './error-status.ts';
import { hasWaiting, inPlaceOfRequest } from './pipelines.ts';
import { newRequestId, requestId } from './request-id.ts';

const CODES: Readonly<Record<string, [ErrorCode, string]>> = {
  HPE_HEADER_OVERFLOW: ['ERR_HEADERS_TOO_LARGE', 'the request headers are larger than this server takes'],
  ERR_HTTP_REQUEST_TIMEOUT: ['ERR_REQUEST_TIMEOUT', 'the request did not arrive in time'],
};
const REASONS: Readonly<Record<number, string>> = {
  400: 'Bad Request',
  405: 'Method Not Allowed',
  408: 'Request Timeout',
  431: 'Request Header Fields Too Large',
  503: 'Service Unavailable',
};

type ClientError = Error & { code?: string; reason?: string };

/** Time for a client to take the answer and to leave. */
const LINGER_MS = 2000;

/** Connections whose request was answered before all of it arrived. */
const answeredEarly = new WeakSet<Socket>();

interface Routed {
  readonly request: IncomingMessage;
  write(error: ServiceError): ErrorText;
}

/** The requests that reached their route and whose body has not arrived completely. */
const routed = new WeakMap<Socket, Routed>();

/** To be called for every request; `write` knows the format of its errors. */
export function markRouted(request: IncomingMessage, write: Routed['write']): void {
  if (!hasBody(request)) return;
  const { socket } = request;
  routed.set(socket, { request, write });
  request.once('close', () => {
    if (routed.get(socket)?.request === request) routed.delete(socket);
  });
}

/** To be called for every answer, so that a request is never given a second one when the rest of it does not come. */
export function markAnswered(request: IncomingMessage): void {
  const { complete, socket } = request;
  // A request is often answered before Node says that it is complete; without a body all of it is here nevertheless.
  if (complete || !hasBody(request)) return;
  answeredEarly.add(socket);
  request.once('close', () => answeredEarly.delete(socket));
}

function hasBody({ headers }: IncomingMessage): boolean {
  return headers['content-length'] !== undefined || headers['transfer-encoding'] !== undefined;
}

/** Answers what never became a request (headers too large, too slow, not HTTP) in the same shape as the rest. */
export function answerClientError(error: ClientError, socket: Socket): void {
  // A client cannot send the rest of a request that is not read because others are answered first.
  if (error.code === 'ERR_HTTP_REQUEST_TIMEOUT' && (keepsTime(socket) || hasWaiting(socket))) return;
  if (error.code === 'ECONNRESET' || !socket.writable) socket.destroy();
  else inPlaceOfRequest(socket, () => refuseUnread(error, socket));
}

function refuseUnread(error: ClientError, socket: Socket): void {
  if (!socket.writable || answeredEarly.has(socket)) {
    socket.destroy();
    return;
  }
  const why = error.reason ? `: ${error.reason}` : '';
  const [code, message] = CODES[error.code ?? ''] ?? [
    'ERR_MALFORMED_REQUEST',
    `the bytes received are not HTTP${why}`,
  ];
  const newest = routed.get(socket);
  // A request that arrived completely is another one: of this one not even the headers are known.
  const broken = newest?.request.complete === false ? newest : undefined;
  refuse(socket, new ServiceError(code, message), { broken });
}

/**
 * CONNECT never becomes a request either; Node would close the connection without a word. With the event it leaves the
 * connection to us: an error that nobody listens to would end the process, and a client that stays would never be disconnected.
 */
export function refuseConnect(_request: IncomingMessage, socket: Duplex): void {
  socket.on('error', () => socket.destroy());
  // What else it sends is discarded, so that the answer is not lost to it.
  socket.resume();
  const timer = setTimeout(() => socket.destroy(), LINGER_MS).unref();
  socket.once('close', () => clearTimeout(timer));
  const allow = 'allow: GET, HEAD, POST, DELETE, OPTIONS';
  const message = 'Method CONNECT is not allowed here; this server is not a proxy';
  inPlaceOfRequest(socket as Socket, () =>
    refuse(socket, new ServiceError('ERR_METHOD_NOT_ALLOWED', message), { headers: [allow] }),
  );
}

/** Ends the connection of a client that pipelines more requests than can wait. */
export function refusePipeline(socket: Duplex): void {
  const message = 'too many requests are waiting on this connection; send the rest again';
  refuse(socket, new ServiceError('ERR_BUSY', message), { headers: ['retry-after: 1'] });
}

interface RefuseOptions {
  /** The request that the error is about, where its headers were received. */
  readonly broken?: Routed | undefined;
  readonly headers?: readonly string[];
}

function refuse(socket: Duplex, error: ServiceError, { broken, headers = [] }: RefuseOptions): void {
  const { code, message } = error;
  const status = errorStatus[code];
  const { type, text } = broken?.write(error) ?? {
    type: 'application/json; charset=utf-8',
    text: JSON.stringify({ code, message }),
  };
  const head = [
    `HTTP/1.1 ${status} ${REASONS[status]}`,
    `content-type: ${type}`,
    `content-length: ${Buffer.byteLength(text)}`,
    `x-request-id: ${broken ? requestId(broken.request) : newRequestId()}`,
    'connection: close',
    ...headers,
  ].join('\r\n');
  socket.end(`${head}\r\n\r\n${text}`);
}
