import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { testCertificate } from './certificate.ts';
import type { PackedModel } from './packed-model.ts';

/** A registry on this machine that can misbehave. */
export interface FakeRegistry {
  url: string;
  /** Paths asked for, in order. */
  requests: string[];
  tarballRequests(): number;
  /** Bytes of tarballs written out. */
  sent(): number;
  /** What to do with the next tarball requests; each is used once. */
  faults: TarballFault[];
  /** Sent in pieces with this pause between them. */
  pauseMs: number;
  /** When set, requests without this bearer token are refused. */
  token: string | undefined;
  close(): Promise<void>;
}

/** `at` is the fraction of the tarball sent before the fault. */
export type TarballFault = { kind: 'hang-up'; at: number } | { kind: 'cut'; at: number };

export async function startRegistry(
  models: readonly PackedModel[],
  scheme: 'http' | 'https' = 'http',
): Promise<FakeRegistry> {
  let sent = 0;
  const listener = (request: IncomingMessage, response: ServerResponse) => {
    answer(request, response).catch(() => response.destroy());
  };
  const server = scheme === 'http' ? createServer(listener) : createTlsServer(testCertificate, listener);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const url = `${scheme}://127.0.0.1:${(server.address() as AddressInfo).port}/`;
  const registry: FakeRegistry = {
    url,
    requests: [],
    tarballRequests: () => registry.requests.filter((path) => path.endsWith('.tgz')).length,
    sent: () => sent,
    faults: [],
    pauseMs: 0,
    token: undefined,
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
  return registry;

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const path = decodeURIComponent(request.url ?? '/');
    registry.requests.push(path);
    if (registry.token && request.headers.authorization !== `Bearer ${registry.token}`) {
      return void response.writeHead(401).end('{}');
    }
    for (const packed of models) {
      const { name } = packed.model.package;
      if (path === `/${name}`) return void response.end(JSON.stringify(packument(packed, url)));
      if (path === `/${name}/-/x.tgz`) return await sendTarball(packed.tarball, response);
    }
    response.writeHead(404).end('{}');
  }

  async function sendTarball(tarball: Buffer, response: ServerResponse): Promise<void> {
    const fault = registry.faults.shift();
    const body = fault ? tarball.subarray(0, Math.floor(tarball.length * fault.at)) : tarball;
    const announced = fault?.kind === 'hang-up' ? tarball.length : body.length;
    response.writeHead(200, { 'content-length': announced });
    const piece = registry.pauseMs > 0 ? 8192 : body.length;
    for (let at = 0; at < body.length; at += piece) {
      const chunk = body.subarray(at, at + piece);
      await new Promise((resolve) => response.write(chunk, resolve));
      sent += chunk.length;
      if (registry.pauseMs > 0) await sleep(registry.pauseMs);
    }
    if (fault?.kind === 'hang-up') response.destroy();
    else response.end();
  }
}

function packument({ model }: PackedModel, url: string): object {
  const { name, version, integrity } = model.package;
  const dist = { tarball: `${url}${name}/-/x.tgz`, integrity };
  return { name, 'dist-tags': { latest: version }, versions: { [version]: { name, version, dist } } };
}
