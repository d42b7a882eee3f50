import { createServer, type RequestListener, type Server } from 'node:http';
import type { Config } from '../config/index.ts';
import { refuseConnect, refusePipeline } from './client-errors.ts';
import { holdContinue } from './hold-continue.ts';
import { PacedRequest } from './paced-request.ts';
import { inTurn } from './pipelines.ts';
import { UNREAD_MS } from './unread.ts';
import { watchUnused } from './unused-connections.ts';

/** Node's server with our limits; fastify makes one for each address that it listens on. */
export function httpServer(config: Config, handler: RequestListener, unreadMs = UNREAD_MS): Server {
  const requestTimeout = config.requestSeconds * 1000;
  const server = createServer(
    {
      IncomingMessage: PacedRequest,
      requestTimeout,
      keepAliveTimeout: config.keepAliveSeconds * 1000,
      // Checked later, where a refusal has a body and an id.
      requireHostHeader: false,
      maxHeaderSize: config.maxHeaderBytes,
      // Node applies the larger of the two to the whole request.
      headersTimeout: Math.min(60_000, requestTimeout),
      // The delay with which a timeout is noticed; Node's default of half a minute is longer than some limits.
      connectionsCheckingInterval: Math.min(30_000, requestTimeout / 4),
    },
    inTurn(handler, refusePipeline),
  );
  watchUnused(server);
  dropUnread(server, unreadMs);
  holdContinue(server);
  server.on('connect', refuseConnect);
  // Node's answer to an unknown expectation has neither a body nor an id; servers may ignore expectations.
  server.on('checkExpectation', (request, response) => server.emit('request', request, response));
  return server;
}

/** Drops clients that read nothing of an answer for so long; one that waits for its answer has nothing to read. */
function dropUnread(server: Server, unreadMs: number): void {
  server.prependListener('request', (_request, response) => {
    response.setTimeout(unreadMs, () => {
      if (response.socket && response.socket.writableLength > 0) response.socket.destroy();
    });
  });
}
