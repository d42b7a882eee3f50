import { once } from 'node:events';
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';

export interface Balancer {
  readonly url: string;
  /** Takes the place of the node that was there. */
  put(place: number, url: string): void;
  close(): Promise<void>;
}

/**
 * What stands before the nodes of a fleet, as small as it can be: nodes in turn; one that cannot be reached is passed
 * over. A request that a node has begun to answer, or may have, is not sent again: then the client gets 502.
 */
export async function startBalancer(nodes: readonly string[]): Promise<Balancer> {
  const places = [...nodes];
  let turn = 0;
  const server = createServer(async (incoming, outgoing) => {
    const body = await buffer(incoming).catch(() => undefined);
    if (body === undefined) return;
    const first = turn++;
    for (let tried = 0; tried < places.length; tried++) {
      const outcome = await forward(places[(first + tried) % places.length]!, incoming, body, outgoing);
      if (outcome === 'sent') return;
      if (outcome === 'broken') break;
    }
    if (outgoing.headersSent) outgoing.destroy();
    else outgoing.writeHead(502).end();
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    put: (place, url) => void places.splice(place, 1, url),
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

function forward(
  node: string,
  { method, url, headers }: IncomingMessage,
  body: Buffer,
  outgoing: ServerResponse,
): Promise<'sent' | 'unreachable' | 'broken'> {
  return new Promise((resolve) => {
    const sending = request(`${node}${url}`, { method: method!, headers, agent: false }, (answer) => {
      outgoing.writeHead(answer.statusCode!, answer.headers);
      answer.pipe(outgoing);
      answer.on('end', () => resolve('sent'));
      answer.on('error', () => resolve('broken'));
    });
    sending.on('error', ({ code }: NodeJS.ErrnoException) =>
      resolve(code === 'ECONNREFUSED' ? 'unreachable' : 'broken'),
    );
    sending.end(body);
  });
}
