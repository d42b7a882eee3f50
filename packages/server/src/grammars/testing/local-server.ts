import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { createServer as createSecureServer } from 'node:https';
import type { AddressInfo } from 'node:net';

export type Answer = (request: IncomingMessage, response: ServerResponse) => void;

/** A real server on a free port of 127.0.0.1 that answers as the test says and remembers what it was asked. */
export class LocalServer {
  readonly port: number;
  readonly requests: IncomingMessage[];
  readonly close: () => Promise<void>;
  readonly #scheme: string;

  private constructor(scheme: string, port: number, requests: IncomingMessage[], close: () => Promise<void>) {
    this.#scheme = scheme;
    this.port = port;
    this.requests = requests;
    this.close = close;
  }

  static async start(answer: Answer, certificate?: { key: string; cert: string }): Promise<LocalServer> {
    const requests: IncomingMessage[] = [];
    const listener: Answer = (request, response) => {
      requests.push(request);
      answer(request, response);
    };
    const server = certificate ? createSecureServer(certificate, listener) : createServer(listener);
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const { port } = server.address() as AddressInfo;
    return new LocalServer(certificate ? 'https' : 'http', port, requests, async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    });
  }

  url(path: string, host = '127.0.0.1'): string {
    return `${this.#scheme}://${host}:${this.port}${path}`;
  }
}
