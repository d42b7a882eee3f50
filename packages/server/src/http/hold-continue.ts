import type { IncomingMessage, Server, ServerResponse } from 'node:http';

/**
 * Answers `Expect: 100-continue` when the body is first read, so that a client whose headers are refused gets the answer
 * before it sends anything. Node itself would ask for the whole body first, and it closes connections that were not asked
 * to continue.
 */
export function holdContinue(server: Server): void {
  server.on('checkContinue', (request: IncomingMessage, response: ServerResponse) => {
    // Every read of the body goes through this, fastify's too.
    const read = request._read;
    request._read = (size) => {
      request._read = read;
      if (!response.headersSent) response.writeContinue();
      read.call(request, size);
    };
    server.emit('request', request, response);
  });
}
