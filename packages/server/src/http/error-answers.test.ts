import { once } from 'node:events';
import { type AddressInfo, connect } from 'node:net';
import { Writable } from 'node:stream';
import type { FastifyInstance } from 'fastify';
import { pino } from 'pino';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { appForTest } from '../testing/app-for-test.ts';

const failing = () => {
  throw new TypeError('the secret detail');
};
const lines: { msg: string; id: string; err?: { message: string } }[] = [];
let app: FastifyInstance;
let url: string;
/** Ends the operation that /waits began. */
let finish: (error: Error) => void;

beforeAll(async () => {
  const log = pino(
    new Writable({
      write(chunk, _encoding, done) {
        lines.push(JSON.parse(String(chunk)));
        done();
      },
    }),
  );
  const broken = new Proxy({}, { get: failing }) as never;
  app = await appForTest(
    {},
    {
      log,
      grammars: broken,
      recognition: {
        recognizer: { recognize: failing },
        diarizer: broken,
        models: broken,
        traits: broken,
        emotion: broken,
        admits: () => true,
      },
    },
  );
  app.get<{ Params: { code: string } }>('/exhausted/:code', ({ params: { code } }) =>
    Promise.reject(Object.assign(new Error('open /the/secret/path'), { code })),
  );
  app.post('/waits', () => new Promise((_resolve, reject) => (finish = reject)));
  await app.listen({ host: '127.0.0.1', port: 0 });
  url = `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`;
});
afterAll(() => app.close());

it.each(['EMFILE', 'ENFILE'])(
  'too many open files (%s) are 503 with Retry-After, and in the log',
  async (code) => {
    const before = failures().length;
    const answer = await fetch(`${url}/exhausted/${code}`);
    expect([answer.status, answer.headers.get('retry-after')]).toEqual([503, '5']);
    expect(await answer.json()).toEqual({
      code: 'ERR_BUSY',
      message: 'too many files and connections are open; try again later',
    });
    expect(failures()).toHaveLength(before + 1);
  },
);

const failures = () => lines.filter(({ msg }) => msg === 'request failed');

it.each([
  ['/asr/rest/v3/interpret?lm=builtin:grammar/number', 'text/plain'],
  ['/asr-server/rest/interpret?lm=builtin:grammar/number', 'text/plain'],
  ['/asr/rest/v3/recognize?lm=builtin:slm/general', 'audio/raw'],
  ['/asr-server/rest/recognize?lm=builtin:slm/general', 'audio/raw'],
])('the internal failure of POST %s is in the log, body or not', async (path, type) => {
  const answer = await fetch(url + path, {
    method: 'POST',
    body: 'nineteen',
    headers: { 'content-type': type },
  });
  expect(answer.status).toBe(500);
  expect(await answer.json()).toMatchObject({ code: 'ERR_INTERNAL' });
  expect(failures().at(-1)).toMatchObject({
    id: answer.headers.get('x-request-id'),
    err: { message: 'the secret detail' },
  });
});

/** Sends a request, leaves, and has the server fail afterwards. */
async function failAfterLeaving(error: Error): Promise<void> {
  const { port } = new URL(url);
  const socket = connect(Number(port), '127.0.0.1');
  const received = once(app.server, 'request');
  socket.write('POST /waits HTTP/1.1\r\nhost: x\r\ncontent-length: 0\r\n\r\n');
  const [, response] = await received;
  const left = once(response, 'close');
  socket.destroy();
  await left;
  finish(error);
  await new Promise(setImmediate);
}

it('that a client left is no failure, a failure after it left is one', async () => {
  const before = failures().length;
  await failAfterLeaving(Object.assign(new Error('aborted'), { code: 'ECONNRESET' }));
  await failAfterLeaving(new DOMException('The operation was aborted', 'AbortError'));
  expect(failures()).toHaveLength(before);
  await failAfterLeaving(new TypeError('a defect'));
  expect(failures().at(-1)).toMatchObject({ err: { message: 'a defect' } });
  expect(failures()).toHaveLength(before + 1);
});
