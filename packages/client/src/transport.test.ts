import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
// By its name: the sources need the types of browsers, which the tests are checked without.
import { Locutor, LocutorError } from '@locutor/client';
import { afterEach, describe, expect, it } from 'vitest';

let server: Server | undefined;
afterEach(() => server?.close());

/** A server that answers as the test says. */
async function serve(listener: RequestListener): Promise<string> {
  server = createServer(listener);
  await new Promise<void>((resolve) => server!.listen(0, '127.0.0.1', resolve));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

/** Refuses so many requests with 503, then answers; keeps what was sent. */
async function busyFor(times: number, retryAfter: string | undefined, bodies: string[] = []) {
  const keys: unknown[] = [];
  let count = 0;
  const url = await serve((request, response) => {
    const chunks: Buffer[] = [];
    keys.push(request.headers['idempotency-key']);
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      bodies.push(Buffer.concat(chunks).toString());
      const busy = ++count <= times;
      if (busy && retryAfter !== undefined) response.setHeader('retry-after', retryAfter);
      response.writeHead(busy ? 503 : 200, { 'x-request-id': 'r1' });
      response.end(JSON.stringify(busy ? { code: 'ERR_BUSY', message: 'the queue is full' } : []));
    });
  });
  return { url, count: () => count, bodies, keys };
}

const failure = (call: Promise<unknown>) =>
  call.then(
    () => expect.fail('it succeeded'),
    (error: unknown) => error as LocutorError,
  );

describe('retries', () => {
  it('sends the same body again while the server has no room', async () => {
    const { url, bodies } = await busyFor(2, '0');
    await expect(new Locutor({ url }).recognize(new Blob(['audio']), { lm: 'x' })).resolves.toEqual([]);
    expect(bodies).toEqual(['audio', 'audio', 'audio']);
  });

  it('sends the key of a request with each attempt, and another with the next', async () => {
    const { url, keys } = await busyFor(1, '0');
    const locutor = new Locutor({ url });
    await locutor.verify([new Blob(['audio'])], { user_ids: ['ana'] });
    await locutor.synthesize('hello');
    await locutor.interpret('hello', { lm: 'x', idempotencyKey: 'my own' });
    await locutor.users();
    const [first, second, third, ...others] = keys;
    expect(first).toMatch(/^[\da-f]{32}$/);
    expect(second).toBe(first);
    expect(third).not.toBe(first);
    expect(others).toEqual(['my own', undefined]);
  });

  it.each([
    ['too often', '0', 1],
    ['longer than the caller waits', '31', 0],
    ['without saying for how long', undefined, 0],
  ])('gives up when the server refuses %s', async (_why, retryAfter, retries) => {
    const { url, count } = await busyFor(9, retryAfter);
    const error = await failure(new Locutor({ url, retries }).users());
    expect(error).toMatchObject({
      code: 'ERR_BUSY',
      message: 'the queue is full',
      status: 503,
      requestId: 'r1',
    });
    expect(count()).toBe(retries + 1);
  });

  it('sends a stream once', async () => {
    const { url, bodies } = await busyFor(1, '0');
    const error = await failure(new Locutor({ url }).recognize(new Blob(['audio']).stream(), { lm: 'x' }));
    expect([error.code, bodies]).toEqual(['ERR_BUSY', ['audio']]);
  });

  it('stops waiting when the caller aborts', async () => {
    const { url, count } = await busyFor(9, '20');
    const controller = new AbortController();
    const call = failure(new Locutor({ url }).users({ signal: controller.signal }));
    await expect.poll(count).toBe(1);
    controller.abort();
    expect((await call).code).toBe('ERR_ABORTED');
  });
});

describe('errors', () => {
  it('tells a server that cannot be reached from an answer of something else', async () => {
    const url = await serve((_request, response) => response.writeHead(502).end('<h1>Bad gateway</h1>'));
    expect(await failure(new Locutor({ url }).users())).toMatchObject({
      code: 'ERR_UNEXPECTED_ANSWER',
      status: 502,
    });
    expect(await failure(new Locutor({ url: 'http://127.0.0.1:1' }).users())).toMatchObject({
      code: 'ERR_NETWORK',
      status: 0,
    });
  });

  it('does not take a page for an answer', async () => {
    const url = await serve((_request, response) => response.end('<h1>Sign in</h1>'));
    const error = await failure(new Locutor({ url }).users());
    expect(error).toBeInstanceOf(LocutorError);
    expect(error.code).toBe('ERR_UNEXPECTED_ANSWER');
  });
});

it('counts what it sends', async () => {
  const { url, bodies } = await busyFor(0, undefined);
  const seen: number[] = [];
  const audio = new Uint8Array(200_000).fill(65);
  await new Locutor({ url }).recognize(audio, {
    lm: 'x',
    onProgress: ({ sent, total }) => seen.push(sent, total ?? -1),
  });
  expect(seen.slice(-2)).toEqual([200_000, 200_000]);
  expect(bodies[0]).toHaveLength(200_000);
});

it('refuses what no header can hold before it sends anything', async () => {
  const parameters = { loggingTag: 'a\r\nAuthorization: x' };
  const call = new Locutor({ url: 'http://127.0.0.1:1' }).recognize(new Uint8Array([1]), {
    lm: 'x',
    parameters,
  });
  expect(await failure(call)).toMatchObject({ code: 'ERR_INVALID_PARAMETER', status: 0 });
});

it('sends hints as UTF-8, the token, and every lm', async () => {
  const heads: unknown[] = [];
  const url = await serve((request, response) => {
    const hints = Buffer.from(String(request.headers['hints-words']), 'latin1').toString();
    heads.push(request.url, hints, request.headers.authorization);
    request.resume().on('end', () => response.end('[]'));
  });
  const locutor = new Locutor({ url: `${url}/`, token: 'loc_x' });
  await locutor.recognize(new Uint8Array([1]), { lm: ['a b', 'c'], parameters: { 'hints-words': 'São:5' } });
  expect(heads).toEqual(['/asr/rest/v3/recognize?lm=a+b&lm=c', 'São:5', 'Bearer loc_x']);
});
