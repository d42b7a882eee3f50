import type { IncomingMessage, Server, ServerResponse } from 'node:http';

/**
 * Answers `Expect: 100-continue` when somebody begins to read the body: a client that is refused by its head alone is
 * answered before it has sent anything. Node itself would have it send everything first, and closes the connection of one
 * that was not asked to go on.
 */
export function holdContinue(server: Server): void {
  server.on('checkContinue', (request: IncomingMessage, response: ServerResponse) => {
    // Everyone who reads a body comes through here, the framework too.
    const read = request._read;
    request._read = (size) => {
      request._read = read;
      if (!response.headersSent) response.writeContinue();
      read.call(request, size);
    };
    server.emit('request', request, response);
  });
}
