import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, expect, it, vi } from 'vitest';
import { post, processesOf, serverOf, stream } from './server-client.ts';

let server: Server | undefined;
const asked: { path: string; authorization: string | undefined }[] = [];
const keys: unknown[] = [];

/** A server that answers its requests one by one as these say. */
async function serving(...answers: ((request: IncomingMessage, response: ServerResponse) => void)[]) {
  asked.length = 0;
  const listening = createServer((request, response) => {
    asked.push({ path: request.url!, authorization: request.headers.authorization });
    keys.push(request.headers['idempotency-key']);
    request.resume().on('end', () => answers.shift()!(request, response));
  }).listen(0, '127.0.0.1');
  server = listening;
  await new Promise((resolve) => listening.once('listening', resolve));
  return { url: `http://127.0.0.1:${(listening.address() as AddressInfo).port}/prefix`, token: 'secret' };
}

afterEach(() => {
  server?.closeAllConnections();
  server?.close();
});

const request = { path: '/x', headers: {}, body: 'hello' };
const never = new AbortController().signal;
const busy = (_: IncomingMessage, response: ServerResponse) =>
  void response.writeHead(503, { 'retry-after': '0' }).end('{"code":"ERR_BUSY","message":"later"}');
const fine = (_: IncomingMessage, response: ServerResponse) => void response.end('[1]');
const all = async (parts: AsyncIterable<Uint8Array>) => {
  const found: Uint8Array[] = [];
  for await (const part of parts) found.push(part);
  return Buffer.concat(found);
};
const broken = (_: IncomingMessage, response: ServerResponse) => void response.destroy();

it('asks a busy server again, with its token', async () => {
  expect(await post(await serving(busy, busy, fine), request, never)).toEqual([1]);
  expect(asked).toEqual(Array(3).fill({ path: '/prefix/x', authorization: 'Bearer secret' }));
});

it('sends again what a broken connection has lost, with the key that the server knows it by', async () => {
  keys.length = 0;
  for (const answers of [[broken, busy, fine], [fine]]) {
    expect(await post(await serving(...answers), request, never)).toEqual([1]);
  }
  const [first, ...others] = keys;
  expect(first).toMatch(/^[\da-f-]{36}$/);
  expect(others).toEqual([first, first, expect.not.stringContaining(String(first))]);
});

it('gives up a connection that breaks each time', async () => {
  await expect(post(await serving(broken, broken, broken), request, never)).rejects.toThrow(
    'cannot be reached',
  );
});

it.each([
  [401, '{"code":"ERR_UNAUTHORIZED","message":"no"}', 'no (ERR_UNAUTHORIZED); give a token with --token'],
  [422, '{"code":"ERR_LM_INVALID","message":"bad grammar"}', 'bad grammar (ERR_LM_INVALID)'],
  [502, '<html>', 'answered with status 502: is that a Locutor server?'],
  [200, '<html>', 'is not JSON'],
])('says what status %s with %s means', async (status, body, message) => {
  const address = await serving((_, response) => void response.writeHead(status).end(body));
  await expect(post(address, request, never)).rejects.toThrow(message);
});

it('gives bytes as they arrive, after a busy server', async () => {
  const parts = await stream(await serving(busy, fine), request, never);
  expect((await all(parts)).toString()).toBe('[1]');
});

it('tells an answer that breaks off from one that ends', async () => {
  const address = await serving((_, response) => {
    response.write('some');
    setTimeout(() => response.destroy(), 20);
  });
  const parts = (await stream(address, request, never))[Symbol.asyncIterator]();
  expect(Buffer.from((await parts.next()).value!).toString()).toBe('some');
  await expect(parts.next()).rejects.toThrow('broke off');
});

it('does not take a token elsewhere', async () => {
  const address = await serving(
    (_, response) => void response.writeHead(307, { location: 'http://elsewhere.example/' }).end(),
  );
  await expect(post(address, request, never)).rejects.toThrow('redirects to "http://elsewhere.example/"');
  expect(asked).toHaveLength(1);
});

it('takes the token of the option or the environment, and never shows a wrong one', () => {
  vi.stubEnv('LOCUTOR_TOKEN', 'from-env');
  expect(serverOf({ server: 'http://x' })).toEqual({ url: 'http://x', token: 'from-env' });
  expect(serverOf({ server: 'http://x', token: 'mine' })).toEqual({ url: 'http://x', token: 'mine' });
  expect(serverOf({ token: 'mine' })).toBeUndefined();
  vi.unstubAllEnvs();
  const wrong = () => serverOf({ server: 'http://x', token: 'se\ncret' });
  expect(wrong).toThrow('the token has spaces');
  expect(wrong).not.toThrow('cret');
});

it('stops waiting when it is interrupted', async () => {
  const controller = new AbortController();
  const address = await serving((_, response) => {
    response.writeHead(503, { 'retry-after': '60' }).end('{}');
    setImmediate(() => controller.abort(new Error('interrupted')));
  });
  await expect(post(address, request, controller.signal)).rejects.toThrow();
});

it('asks how many processes there are, and takes one for granted', async () => {
  const ready = (body: string) => (_: IncomingMessage, response: ServerResponse) => void response.end(body);
  expect(await processesOf(await serving(ready('{"engine":{"processes":3}}')), never)).toBe(3);
  expect(await processesOf(await serving(ready('{}')), never)).toBe(1);
  expect(await processesOf({ url: 'http://127.0.0.1:9' }, never)).toBe(1);
});
