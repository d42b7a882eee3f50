import type { IncomingMessage, Server } from 'node:http';
import type { Socket } from 'node:net';

/** What Node keeps on a connection of its HTTP server. */
interface Parser {
  onIncoming(request: IncomingMessage & { upgrade: boolean }, keepAlive: boolean): number;
}

/**
 * Has only those requests become upgrades that are meant to. Node makes an upgrade of every request that asks for one as soon as
 * anybody listens for upgrades, and does not read its body: Java's HTTP client offers HTTP/2 in this way with every
 * request, which a server may ignore. Node 24.9 has an option for it (shouldUpgradeCallback); before it there is only the
 * parser of the connection, which every version from 20 on has.
 */
export function upgradeOnly(server: Server, isMeant: (request: IncomingMessage) => boolean): void {
  server.on('connection', (socket: Socket & { parser?: Parser }) => {
    const { parser } = socket;
    if (!parser) return;
    const onIncoming = parser.onIncoming;
    parser.onIncoming = (request, keepAlive) => {
      if (request.upgrade && request.method !== 'CONNECT' && !isMeant(request)) request.upgrade = false;
      return onIncoming.call(parser, request, keepAlive);
    };
  });
}

/** Whether a request asks for a WebSocket. */
export function isWebSocket({ method, headers }: IncomingMessage): boolean {
  return method === 'GET' && headers.upgrade?.toLowerCase() === 'websocket';
}
