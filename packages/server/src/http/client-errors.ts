import type { IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import type { ErrorCode } from '../errors/index.ts';
import { keepsTime } from './body-stream.ts';
import { errorStatus } from './error-status.ts';
import { hasWaiting, inPlaceOfRequest } from './pipelines.ts';
import { newRequestId } from './request-id.ts';

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

/** To be called for every answer, so that a request is never given a second one when the rest of it does not come. */
export function markAnswered(request: IncomingMessage): void {
  const { complete, headers, socket } = request;
  // A request is often answered before Node says that it is complete; without a body all of it is here nevertheless.
  const hasBody = headers['content-length'] !== undefined || headers['transfer-encoding'] !== undefined;
  if (complete || !hasBody) return;
  answeredEarly.add(socket);
  request.once('close', () => answeredEarly.delete(socket));
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
  refuse(socket, code, message);
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
  inPlaceOfRequest(socket as Socket, () => refuse(socket, 'ERR_METHOD_NOT_ALLOWED', message, allow));
}

/** Ends the connection of a client that pipelines more requests than can wait. */
export function refusePipeline(socket: Duplex): void {
  refuse(
    socket,
    'ERR_BUSY',
    'too many requests are waiting on this connection; send the rest again',
    'retry-after: 1',
  );
}

function refuse(socket: Duplex, code: ErrorCode, message: string, ...headers: readonly string[]): void {
  const status = errorStatus[code];
  const body = JSON.stringify({ code, message });
  const head = [
    `HTTP/1.1 ${status} ${REASONS[status]}`,
    'content-type: application/json; charset=utf-8',
    `content-length: ${Buffer.byteLength(body)}`,
    `x-request-id: ${newRequestId()}`,
    'connection: close',
    ...headers,
  ].join('\r\n');
  socket.end(`${head}\r\n\r\n${body}`);
}
