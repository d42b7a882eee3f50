import { once } from 'node:events';
import { type AddressInfo, connect } from 'node:net';
import { text } from 'node:stream/consumers';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { appForTest } from '../testing/app-for-test.ts';

let app: FastifyInstance;
let port: number;
beforeAll(async () => {
  app = await appForTest();
  await app.listen({ host: '127.0.0.1', port: 0 });
  ({ port } = app.server.address() as AddressInfo);
});
afterAll(() => app.close());

const HOST = 'host: x\r\n';
const CHUNKED = 'transfer-encoding: chunked\r\n';
const INTERPRET = `POST /asr/rest/v3/interpret?lm=builtin:grammar/number HTTP/1.1\r\n${HOST}`;

it.each([
  ['GET /rest/v2/encoders HTTP/1.1\r\n\r\n', 400, 'the request has no Host header'],
  [`POST /rest/v3/verify HTTP/1.1\r\ncontent-length: 0\r\n\r\n`, 400, 'the request has no Host header'],
  ['GET /nowhere HTTP/1.1\r\n\r\n', 400, 'the request has no Host header'],
  [`GET / HTTP/1.1\r\n${HOST}Host: y\r\n\r\n`, 400, 'the request has more than one Host header'],
  [
    `GET / HTTP/1.1\r\n${HOST}content-type: a/b\r\nContent-Type: c/d\r\n\r\n`,
    400,
    'more than one Content-Type header',
  ],
  [
    `GET / HTTP/1.1\r\n${HOST}authorization: a\r\nAuthorization: b\r\n\r\n`,
    400,
    'more than one Authorization header',
  ],
  [
    `${INTERPRET.replace('1.1', '1.0')}${CHUNKED}\r\n3\r\none\r\n0\r\n\r\n`,
    400,
    'HTTP/1.0 has no Transfer-Encoding',
  ],
  [
    `CONNECT x:1 HTTP/1.1\r\n${HOST}\r\n`,
    405,
    'Method CONNECT is not allowed here; this server is not a proxy',
  ],
  [`FOO / HTTP/1.1\r\n${HOST}\r\n`, 400, 'the bytes received are not HTTP: '],
  ['PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n', 400, 'the bytes received are not HTTP: '],
  [`${INTERPRET}${CHUNKED}\r\nzz\r\n`, 400, 'the bytes received are not HTTP: '],
  [
    `${INTERPRET}transfer-encoding: chunked, chunked\r\n\r\n0\r\n\r\n`,
    400,
    'the bytes received are not HTTP: ',
  ],
  [`${INTERPRET}${CHUNKED}content-length: 3\r\n\r\nabc`, 400, 'the bytes received are not HTTP: '],
])('%j has a body and a request id, and ends the connection', async (bytes, status, message) => {
  const socket = connect(port, '127.0.0.1');
  socket.write(bytes);
  const [head, body] = (await text(socket)).split('\r\n\r\n') as [string, string];
  expect(head).toMatch(new RegExp(`^HTTP/1\\.1 ${status} .*\\r\\nx-request-id: [\\w-]+\\r\\n`, 's'));
  const code = status === 405 ? 'ERR_METHOD_NOT_ALLOWED' : 'ERR_MALFORMED_REQUEST';
  expect(JSON.parse(body)).toEqual({ code, message: expect.stringContaining(message) });
});

it.each([
  [
    'a malformed chunk',
    `${INTERPRET}accept: application/xml\r\n${CHUNKED}\r\nzz\r\n`,
    400,
    'application/xml',
  ],
  [
    'trailers over the limit',
    `${INTERPRET}accept: text/xml\r\n${CHUNKED}\r\n0\r\nx: ${'y'.repeat(20_000)}\r\n\r\n`,
    431,
    'text/xml',
  ],
  [
    'headers over the limit',
    `${INTERPRET}accept: application/xml\r\nx: ${'y'.repeat(20_000)}\r\n\r\n`,
    431,
    'application/json',
  ],
  [
    'a request behind another one',
    `${INTERPRET}accept: application/xml\r\ncontent-length: 0\r\n\r\nFOO / HTTP/1.1\r\n`,
    400,
    'application/json',
  ],
])('%s follows Accept if the headers were received', async (_what, bytes, status, type) => {
  const socket = connect(port, '127.0.0.1');
  socket.write(bytes);
  const last = (await text(socket)).split(/(?=HTTP\/1\.1 )/).at(-1)!;
  expect(last).toMatch(
    new RegExp(`^HTTP/1\\.1 ${status} .*\\r\\ncontent-type: ${type}; charset=utf-8\\r\\n`, 's'),
  );
  expect(last.includes('<ErrorResponse><code>ERR_')).toBe(type !== 'application/json');
});

it('a body that never comes follows Accept', async () => {
  const quick = await appForTest({ LOCUTOR_REQUEST_SECONDS: '1' });
  await quick.listen({ host: '127.0.0.1', port: 0 });
  const socket = connect((quick.server.address() as AddressInfo).port, '127.0.0.1');
  socket.write(`${INTERPRET}accept: application/xml\r\nx-request-id: mine\r\ncontent-length: 9\r\n\r\n`);
  const answer = await text(socket);
  expect(answer).toMatch(/^HTTP\/1\.1 408 .*\r\nx-request-id: mine\r\n/s);
  expect(answer).toContain('<code>ERR_REQUEST_TIMEOUT</code>');
  await quick.close();
});

it.each(['gzip, chunked', 'deflate,chunked', 'identity, chunked'])(
  'Transfer-Encoding: %s is refused, and the connection ends',
  async (coding) => {
    const socket = connect(port, '127.0.0.1');
    socket.write(
      `${INTERPRET}content-type: text/plain\r\ntransfer-encoding: ${coding}\r\n\r\n3\r\none\r\n0\r\n\r\n`,
    );
    const [head, body] = (await text(socket)).split('\r\n\r\n') as [string, string];
    expect(head).toMatch(/^HTTP\/1\.1 501 .*\r\nx-request-id: [\w-]+\r\n/s);
    expect(JSON.parse(body)).toEqual({
      code: 'ERR_UNSUPPORTED_TRANSFER_ENCODING',
      message: `Transfer-Encoding is "${coding}"; only chunked is supported`,
    });
  },
);

it('Transfer-Encoding: Chunked is chunked', async () => {
  const socket = connect(port, '127.0.0.1');
  socket.write(
    `${INTERPRET}content-type: text/plain\r\nconnection: close\r\ntransfer-encoding: Chunked\r\n\r\n3\r\none\r\n0\r\n\r\n`,
  );
  expect(await text(socket)).toMatch(/^HTTP\/1\.1 200 /);
});

it('HTTP/1.0 knows no Host', async () => {
  const socket = connect(port, '127.0.0.1');
  socket.write('GET /health/live HTTP/1.0\r\n\r\n');
  expect(await text(socket)).toMatch(/^HTTP\/1\.1 200 /);
});

const CONNECT = `CONNECT x:1 HTTP/1.1\r\n${HOST}\r\n`;

it('a client that asks for a tunnel and disconnects does the server no harm', async () => {
  for (let count = 0; count < 5; count++) {
    const socket = connect(port, '127.0.0.1');
    socket.write(CONNECT);
    await once(socket, 'data');
    socket.resetAndDestroy();
    await once(socket, 'close');
  }
  // An error that nobody listened to fails the run.
  const answered = await fetch(`http://127.0.0.1:${port}/health/live`);
  expect(answered.status).toBe(200);
});

it('a client that asks for a tunnel and stays is disconnected', async () => {
  const socket = connect({ port, host: '127.0.0.1', allowHalfOpen: true });
  // To a connection that the server has closed, and not only ended, the next words are answered with a reset.
  const closed = once(socket, 'error');
  socket.write(CONNECT);
  socket.resume();
  const words = setInterval(() => socket.write('x'), 100);
  try {
    expect((await closed)[0]).toMatchObject({ code: expect.stringMatching(/ECONNRESET|EPIPE/) });
  } finally {
    clearInterval(words);
    socket.destroy();
  }
});

it.each(['/rest/v2/encoders', '/health/live', '/nowhere'])(
  '%s with a body that never comes is answered once',
  async (path) => {
    const quick = await appForTest({ LOCUTOR_REQUEST_SECONDS: '1' });
    await quick.listen({ host: '127.0.0.1', port: 0 });
    const socket = connect((quick.server.address() as AddressInfo).port, '127.0.0.1');
    socket.write(`GET ${path} HTTP/1.1\r\n${HOST}content-length: 9\r\n\r\n`);
    expect((await text(socket)).match(/HTTP\/1\.1 \d+/g)).toHaveLength(1);
    await quick.close();
  },
);
