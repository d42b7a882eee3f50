import { type AddressInfo, connect } from 'node:net';
import { text } from 'node:stream/consumers';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { appForTest } from './testing.ts';

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
  [`CONNECT x:1 HTTP/1.1\r\n${HOST}\r\n`, 405, 'CONNECT is not taken here; this is no proxy'],
  [`FOO / HTTP/1.1\r\n${HOST}\r\n`, 400, 'the bytes received are not HTTP: '],
  ['PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n', 400, 'the bytes received are not HTTP: '],
  [`${INTERPRET}${CHUNKED}\r\nzz\r\n`, 400, 'the bytes received are not HTTP: '],
  [`${INTERPRET}${CHUNKED}content-length: 3\r\n\r\nabc`, 400, 'the bytes received are not HTTP: '],
])('%j has a body and a request id, and ends the connection', async (bytes, status, message) => {
  const socket = connect(port, '127.0.0.1');
  socket.write(bytes);
  const [head, body] = (await text(socket)).split('\r\n\r\n') as [string, string];
  expect(head).toMatch(new RegExp(`^HTTP/1\\.1 ${status} .*\\r\\nx-request-id: [\\w-]+\\r\\n`, 's'));
  const code = status === 405 ? 'ERR_METHOD_NOT_ALLOWED' : 'ERR_MALFORMED_REQUEST';
  expect(JSON.parse(body)).toEqual({ code, message: expect.stringContaining(message) });
});

it('HTTP/1.0 knows no Host', async () => {
  const socket = connect(port, '127.0.0.1');
  socket.write('GET /health/live HTTP/1.0\r\n\r\n');
  expect(await text(socket)).toMatch(/^HTTP\/1\.1 200 /);
});
