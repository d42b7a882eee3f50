import { connect, type Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startServer, type TestServer } from './support/server.ts';

let server: TestServer;
const flooding: Socket[] = [];
beforeAll(async () => {
  // Some 100 MB of it are free: the unread answers below are 11 GB.
  server = await startServer({ NODE_OPTIONS: '--max-old-space-size=256', LOCUTOR_LOG_LEVEL: 'warn' });
});
afterAll(async () => {
  for (const socket of flooding) socket.destroy();
  expect(await server.stop()).toBe(0);
});

function open(): Socket {
  const { hostname, port } = new URL(server.url);
  return connect(Number(port), hostname);
}

/** Pipelines requests and never reads an answer. */
function flood(path: string): void {
  const socket = open();
  socket.pause();
  socket.on('error', () => {});
  socket.write(`GET ${path} HTTP/1.1\r\nhost: x\r\n\r\n`.repeat(1500));
  flooding.push(socket);
}

async function isLive(): Promise<boolean> {
  const answer = await fetch(`${server.url}/health/live`, { headers: { connection: 'close' } });
  await answer.arrayBuffer();
  return answer.status === 200;
}

it.each(['/openapi.json', '/reference/json', '/reference/yaml', '/rest/v2/encoders', '/nowhere'])(
  'goes on answering while clients pipeline requests for %s and read nothing',
  async (path) => {
    for (let round = 0; round < 14; round++) {
      flood(path);
      flood(path);
      expect(await isLive()).toBe(true);
    }
    expect(server.child.exitCode).toBe(null);
  },
);

it('answers a client meanwhile that pipelines and reads', async () => {
  const socket = open();
  const count = 60;
  for (let id = 0; id < count; id++) {
    const close = id === count - 1 ? 'connection: close\r\n' : '';
    socket.write(`GET /openapi.json HTTP/1.1\r\nhost: x\r\nx-request-id: n${id}\r\n${close}\r\n`);
  }
  const answers = [...(await text(socket)).matchAll(/x-request-id: n(\d+)/g)].map(([, id]) => Number(id));
  expect(answers).toEqual(Array.from({ length: count }, (_, id) => id));
});
