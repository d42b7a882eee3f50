import { once } from 'node:events';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { testCertificate } from './certificate.ts';

export interface FakeMirror {
  url: string;
  requests: string[];
  close(): Promise<void>;
}

/** An https server that answers each path with bytes, or redirects where the answer is an address. */
export async function startMirror(answers: Record<string, Uint8Array | string>): Promise<FakeMirror> {
  const requests: string[] = [];
  const server = createServer(testCertificate, (request, response) => {
    requests.push(request.url ?? '');
    const answer = answers[request.url ?? ''];
    if (answer === undefined) response.writeHead(404).end();
    else if (typeof answer === 'string') response.writeHead(302, { location: answer }).end();
    else response.end(answer);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `https://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests,
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}
