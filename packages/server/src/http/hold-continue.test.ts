import { once } from 'node:events';
import { type AddressInfo, connect } from 'node:net';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { appForTest } from '../testing/app-for-test.ts';
import { FORM_TYPE, formOf } from '../testing/plain-server.ts';

const CONTINUE = 'HTTP/1.1 100 Continue\r\n\r\n';
const FORM = formOf([
  { name: 'enroll', type: 'application/json', content: '{"user_id":"ana"}' },
  { name: 'audio', content: 'ana:1500' },
]);
const VERIFY = formOf([
  { name: 'enroll', type: 'application/json', content: '{"user_ids":["ana"]}' },
  { name: 'audio', content: 'ana:1500' },
]);

let app: FastifyInstance;
let port: number;
beforeAll(async () => {
  app = await appForTest({ LOCUTOR_AUTH_RECOGNIZE: 'required' });
  await app.listen({ host: '127.0.0.1', port: 0 });
  ({ port } = app.server.address() as AddressInfo);
});
afterAll(() => app.close());

/** Sends a head that expects 100, and the body once told to go on, as curl does. All that came back. */
async function send(path: string, body: Uint8Array, headers: Record<string, string>): Promise<string> {
  const socket = connect(port, '127.0.0.1');
  const fields = Object.entries({ host: 'x', expect: '100-continue', connection: 'close', ...headers });
  socket.write(
    `POST ${path} HTTP/1.1\r\n${fields.map((field) => field.join(': ')).join('\r\n')}\r\n` +
      `content-length: ${body.length}\r\n\r\n`,
  );
  let received = '';
  let sent = false;
  socket.on('data', (chunk: Buffer) => {
    received += chunk.toString();
    if (received.startsWith(CONTINUE) && !sent) socket.write(body);
    sent ||= received.startsWith(CONTINUE);
  });
  await once(socket, 'close');
  return received;
}

const GOOD = { authorization: 'Bearer good-token' };

it.each([
  ['/asr/rest/v3/recognize?lm=builtin:slm/general', Buffer.alloc(3200), { 'content-type': 'audio/raw' }],
  ['/asr/rest/v3/interpret?lm=builtin:grammar/number', Buffer.from('four'), { 'content-type': 'text/plain' }],
  ['/rest/v3/enroll', FORM, { 'content-type': FORM_TYPE }],
  ['/rest/v3/verify', VERIFY, { 'content-type': FORM_TYPE }],
  ['/rest/v3/scenarios', Buffer.from('{"scenario":"a"}'), { 'content-type': 'application/json' }],
])('a client of %s that waits for 100 goes on and is answered', async (path, body, headers) => {
  const answer = await send(path, body, { ...GOOD, ...headers });
  expect(answer.startsWith(CONTINUE)).toBe(true);
  expect(answer.slice(CONTINUE.length)).toMatch(/^HTTP\/1\.1 20[01] /);
  expect(answer.slice(CONTINUE.length)).not.toContain(CONTINUE);
});

it.each([
  ['no credentials', '/rest/v3/verify', { 'content-type': FORM_TYPE }, 401],
  ['wrong credentials', '/rest/v3/enroll', { authorization: 'Bearer x', 'content-type': FORM_TYPE }, 401],
  ['no credentials', '/asr/rest/v3/recognize?lm=builtin:slm/general', {}, 401],
  ['too few scopes', '/rest/v3/enroll', { authorization: 'Bearer verify-token' }, 403],
  ['the wrong type', '/rest/v3/verify', { ...GOOD, 'content-type': 'text/plain' }, 415],
  ['no lm', '/asr/rest/v3/recognize', GOOD, 400],
  ['the wrong method', '/rest/v2/encoders', GOOD, 405],
  ['JSON', '/nowhere', { 'content-type': 'application/json' }, 404],
])('one with %s for %s is refused before it sends anything', async (_what, path, headers, status) => {
  const answer = await send(path, Buffer.alloc(100), headers as Record<string, string>);
  expect(answer).toMatch(new RegExp(`^HTTP/1\\.1 ${status} `));
});

it('one that announces too much is refused before it sends anything', async () => {
  const answer = await send('/rest/v3/scenarios', Buffer.alloc(65_537), {
    ...GOOD,
    'content-type': 'application/json',
  });
  expect(answer).toMatch(/^HTTP\/1\.1 413 /);
});
