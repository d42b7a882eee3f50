import { once } from 'node:events';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { appForTest } from '../testing/app-for-test.ts';

let app: FastifyInstance;
let port: number;
let dispatched = 0;
beforeAll(async () => {
  app = await appForTest();
  app.addHook('onRequest', async () => {
    dispatched++;
  });
  await app.listen({ host: '127.0.0.1', port: 0 });
  ({ port } = app.server.address() as AddressInfo);
});
afterAll(() => app.close());

const get = (path: string, id: string | number) =>
  `GET ${path} HTTP/1.1\r\nhost: x\r\nx-request-id: ${id}\r\n\r\n`;
const post = (body: string, id: string | number) =>
  `POST /asr/rest/v3/interpret?lm=builtin:grammar/number HTTP/1.1\r\nhost: x\r\nx-request-id: ${id}\r\n` +
  `content-type: text/plain\r\ncontent-length: ${body.length}\r\n\r\n${body}`;
const LAST = 'GET /health/live HTTP/1.1\r\nhost: x\r\nx-request-id: last\r\nconnection: close\r\n\r\n';

/** The status and the id of every answer, in their order. */
function answersIn(received: string): string[] {
  return [...received.matchAll(/HTTP\/1\.1 (\d+) [\s\S]*?x-request-id: (\S+)/g)].map(
    ([, status, id]) => `${status} ${id}`,
  );
}

const ids = (count: number, status = 200) => Array.from({ length: count }, (_, id) => `${status} ${id}`);

async function exchange(bytes: string): Promise<string> {
  const socket = connect(port, '127.0.0.1');
  socket.write(bytes);
  return text(socket);
}

/** Goes on once the server has nothing left to do: nothing was dispatched in several rounds of its event loop. */
async function quiet(): Promise<void> {
  for (let before = -1; before !== dispatched; ) {
    before = dispatched;
    await fetch(`http://127.0.0.1:${port}/health/live`);
    before++;
  }
}

it('answers everyone who reads, in the order of the requests', async () => {
  const requests = Array.from({ length: 300 }, (_, id) =>
    get(id % 100 ? '/health/live' : '/openapi.json', id),
  );
  expect(answersIn(await exchange(requests.join('') + LAST))).toEqual([...ids(300), '200 last']);
});

it('reads bodies between them, however they are cut', async () => {
  const requests = Array.from({ length: 60 }, (_, id) =>
    id % 3 ? post('nineteen eighty four', id) : get('/health/live', id),
  );
  const bytes = requests.join('') + LAST;
  const socket = connect(port, '127.0.0.1');
  const received = text(socket);
  for (let at = 0; at < bytes.length; at += 1111) {
    socket.write(bytes.slice(at, at + 1111));
    await new Promise(setImmediate);
  }
  expect(answersIn(await received)).toEqual([...ids(60), '200 last']);
});

it('waits for the rest of a body behind requests that are answered first', async () => {
  const socket = connect(port, '127.0.0.1');
  const received = text(socket);
  const body = post('nineteen', 2);
  socket.write(post('one', 0) + get('/health/live', 1) + body.slice(0, -4));
  await quiet();
  socket.write(body.slice(-4) + LAST);
  expect(answersIn(await received)).toEqual([...ids(3), '200 last']);
});

it('answers all of a client that sends and then closes its side', async () => {
  const socket = connect({ port, host: '127.0.0.1', allowHalfOpen: true });
  socket.end(Array.from({ length: 300 }, (_, id) => get('/health/live', id)).join(''));
  expect(answersIn(await text(socket))).toEqual(ids(300));
});

it.each([
  ['bytes that are not HTTP', 'hello\r\n\r\n', '400'],
  [
    'a body that is not chunked',
    `${post('', 'x').replace('content-length: 0', 'transfer-encoding: chunked')}zz\r\n`,
    '400',
  ],
  ['a request for a tunnel', 'CONNECT x:1 HTTP/1.1\r\nhost: x\r\n\r\n', '405'],
])('answers %s in their turn', async (_what, bytes, status) => {
  const before = Array.from({ length: 20 }, (_, id) => (id % 2 ? get('/health/live', id) : post('one', id)));
  const answers = answersIn(await exchange(before.join('') + bytes));
  expect(answers).toEqual([...ids(20), expect.stringMatching(`^${status} `)]);
});

/** Sends and never reads. */
async function flood(bytes: string): Promise<Socket> {
  const socket = connect(port, '127.0.0.1');
  socket.pause();
  socket.on('error', () => {});
  await new Promise<void>((resolve) => socket.write(bytes, () => resolve()));
  return socket;
}

it('serves one request at a time where answers are not read', async () => {
  const before = dispatched;
  const count = 1000;
  const socket = await flood(get('/reference/static/swagger-ui-bundle.js', 'big').repeat(count));
  await quiet();
  // As many as fit into the buffers of the operating system, at more than a megabyte each.
  expect(dispatched - before).toBeLessThan(count / 4);
  socket.destroy();
});

it('goes on with everyone else when clients that do not read have filled what may wait', async () => {
  const flooding = await Promise.all(
    Array.from({ length: 40 }, () => flood(get('/reference/static/swagger-ui-bundle.js', 'big').repeat(700))),
  );
  await quiet();
  const few = Array.from({ length: 50 }, (_, id) => get('/health/live', id));
  expect(answersIn(await exchange(few.join('') + LAST))).toEqual([...ids(50), '200 last']);
  // One that pipelines more than can wait now is answered what does, and asked to send the rest again.
  const refused = answersIn(await exchange(get('/health/live', 'a').repeat(3000)));
  expect(refused.length).toBeGreaterThan(64);
  expect(refused.length).toBeLessThan(3000);
  expect(refused.pop()).toMatch(/^503 /);
  expect(new Set(refused)).toEqual(new Set(['200 a']));
  for (const socket of flooding) socket.destroy();
  await Promise.all(flooding.map((socket) => socket.closed || once(socket, 'close')));
  // Nothing of them is left: a client may have as much waiting as before.
  const requests = Array.from({ length: 300 }, (_, id) => get('/health/live', id));
  await expect.poll(async () => answersIn(await exchange(requests.join('') + LAST)).length).toBe(301);
});
