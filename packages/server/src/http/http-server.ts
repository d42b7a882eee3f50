import { createServer, type RequestListener, type Server } from 'node:http';
import type { Config } from '../config/index.ts';
import { refuseConnect, refusePipeline } from './client-errors.ts';
import { holdContinue } from './hold-continue.ts';
import { inTurn } from './pipelines.ts';

/** Node's server with our limits; the framework makes one for each address that it listens at. */
export function httpServer(config: Config, handler: RequestListener): Server {
  const requestTimeout = config.requestSeconds * 1000;
  const server = createServer(
    {
      requestTimeout,
      keepAliveTimeout: config.keepAliveSeconds * 1000,
      // Looked at later, where a refusal has a body and an id.
      requireHostHeader: false,
      maxHeaderSize: config.maxHeaderBytes,
      // Node takes the larger of the two for the whole request, whichever is which.
      headersTimeout: Math.min(60_000, requestTimeout),
      // How late a request that takes too long is noticed; Node's own half a minute is longer than some limits.
      connectionsCheckingInterval: Math.min(30_000, requestTimeout / 4),
    },
    inTurn(handler, refusePipeline),
  );
  holdContinue(server);
  server.on('connect', refuseConnect);
  // Node's own answer to an expectation it does not know has neither a body nor an id; servers may pass over those.
  server.on('checkExpectation', (request, response) => server.emit('request', request, response));
  return server;
}
