import { connect, type Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { FLOODS } from '../bench/src/floods/floods.ts';
import { runFlood } from '../bench/src/floods/run-flood.ts';
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

/** Processor time of the main thread between two answers to somebody else; it is 10 to 40 ms, and was 100 ms to 12 s. */
const MOST_HELD_MS = 400;

it.each(FLOODS)('goes on answering while this comes: $name', async (flood) => {
  const { held } = await runFlood(
    flood,
    { url: server.url, pid: server.child.pid! },
    { least: 50, most: 100 },
  );
  expect(Math.max(0, ...held)).toBeLessThan(MOST_HELD_MS);
  expect(server.child.exitCode).toBe(null);
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
