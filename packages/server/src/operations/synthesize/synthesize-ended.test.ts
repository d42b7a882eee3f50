import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { text as readText } from 'node:stream/consumers';
import { JobError, SPEECH_TOO_LONG, SSML_INVALID } from '@locutor/contract';
import {
  DeadlineExceededError,
  EngineDiedError,
  EngineUnavailableError,
  JobCanceledError,
  PoolClosedError,
  QueueFullError,
} from '@locutor/engine';
import { afterEach, describe, expect, it } from 'vitest';
import { ModelsClosed, ModelUnavailable } from '../../models/recognition-models.ts';
import { appForTest } from '../../testing/app-for-test.ts';
import { recordedLog } from '../../testing/recorded-log.ts';
import type { Synthesis, SynthesizeOptions } from './synthesis.ts';
import { plainSynthesis, switchedSynthesis } from './testing.ts';

const QUERY = '/rest/v2/synthesize?text=Hello';
type Speak = NonNullable<Parameters<typeof plainSynthesis>[0]>;

const failing =
  (error: Error): Speak =>
  () =>
    Promise.reject(error);

/** Speaks one part, then does something. */
const afterFirst =
  (then: (options: SynthesizeOptions) => Promise<void>): Speak =>
  async (_, options) => {
    options.onAudio(Buffer.from('first '));
    await new Promise((resolve) => setImmediate(resolve));
    await then(options);
    options.onAudio(Buffer.from('last'));
    return { audioMs: 200, marks: [{ name: 'here', ms: 100 }] };
  };

const apps: Awaited<ReturnType<typeof appForTest>>[] = [];
afterEach(async () => {
  for (const app of apps.splice(0)) await app.close();
});

/** The address of a server that speaks like that. */
async function listening(
  speak: Speak,
  more: Parameters<typeof appForTest>[1] = {},
  env: NodeJS.ProcessEnv = {},
): Promise<string> {
  const app = await appForTest(env, { synthesis: plainSynthesis(speak), ...more });
  apps.push(app);
  return app.listen({ port: 0, host: '127.0.0.1' });
}

/** A connection on which something was sent. */
async function sending(url: string, request: string): Promise<Socket> {
  const socket = connect(Number(new URL(url).port), '127.0.0.1');
  await once(socket, 'connect');
  socket.write(request);
  return socket;
}

describe('what ends a synthesis before its first audio', () => {
  const { synthesis, use } = switchedSynthesis();
  const shared = appForTest({}, { synthesis });
  const ask = async (next: Synthesis, asked: { method?: 'GET' | 'POST'; url?: string } = {}) => {
    use(next);
    return (await shared).inject({ url: QUERY, ...asked });
  };

  it.each<[Error, number, string, RegExp]>([
    [
      new JobError(SSML_INVALID, 'line 2, column 8: the element <s> is not closed'),
      ...([400, 'ERR_SSML_INVALID', /^line 2, column 8: the element/] as const),
    ],
    [new JobError(SPEECH_TOO_LONG, 'too long'), 413, 'ERR_TOO_LARGE', /too long/],
    [new QueueFullError(3, 7), 503, 'ERR_BUSY', /waiting/],
    [new EngineUnavailableError('no memory'), 503, 'ERR_BUSY', /no engine process/],
    [new DeadlineExceededError('synthesize', 5, true), 503, 'ERR_BUSY', /within 5 ms/],
    [new PoolClosedError('draining'), 503, 'ERR_BUSY', /stopping/],
    [new JobCanceledError('synthesize', 'shutdown'), 503, 'ERR_BUSY', /stopping/],
    [new EngineDiedError('synthesize', 'SIGKILL'), 500, 'ERR_INTERNAL', /engine failed/],
    [new Error('a bug'), 500, 'ERR_INTERNAL', /internal error/],
  ])('%s is an error like any other', async (error, status, code, message) => {
    const answer = await ask(plainSynthesis(failing(error)));
    expect([answer.statusCode, answer.json().code]).toEqual([status, code]);
    expect(answer.json().message).toMatch(message);
    if (status === 503) expect(answer.headers['retry-after']).toMatch(/^[57]$/);
  });

  it.each<[Error, number, string, string]>([
    [
      new ModelUnavailable('its model kokoro is not installed'),
      ...([404, 'ERR_VOICE_NOT_FOUND', 'the voice "af_heart" was not found: its model'] as const),
    ],
    [new ModelsClosed('the server is stopping'), 503, 'ERR_BUSY', 'the server is stopping'],
  ])('%s', async (error, status, code, message) => {
    const models = { ready: () => Promise.reject(error) };
    const answer = await ask(plainSynthesis(undefined, { models }));
    expect([answer.statusCode, answer.json().code]).toEqual([status, code]);
    expect(answer.json().message).toContain(message);
  });

  it('is a full queue, before the body is read', async () => {
    for (const [method, url] of [
      ['GET', QUERY],
      ['POST', '/rest/v2/synthesize/ssml'],
    ] as const) {
      const answer = await ask(plainSynthesis(undefined, { admits: () => false }), { method, url });
      expect([answer.statusCode, answer.json().code]).toEqual([503, 'ERR_BUSY']);
    }
  });
});

describe('an answer that has begun', () => {
  it('is cut where the engine dies, so that no client takes it for a whole one', async () => {
    const { log, lines } = recordedLog();
    const dying = afterFirst(() => Promise.reject(new EngineDiedError('synthesize', 'SIGKILL')));
    const url = await listening(dying, { log });
    const answer = await fetch(`${url}${QUERY}`);
    expect([answer.status, answer.headers.get('content-length')]).toEqual([200, null]);
    await expect(answer.text()).rejects.toThrow();
    const logged = lines.join('');
    expect(logged).toContain('ERR_INTERNAL');
    expect(logged).not.toContain('Hello');
  });

  it('is cut where the speech cannot be billed', async () => {
    const billing = { bill: () => Promise.reject(new Error('the disk is full')) };
    const url = await listening(
      afterFirst(async () => {}),
      { billing },
    );
    const answer = await fetch(`${url}${QUERY}`, { headers: { 'x-account-tag': 'sales' } });
    expect(answer.status).toBe(200);
    await expect(answer.text()).rejects.toThrow();
  });

  it('waits for all of the audio where the client has HTTP/1.0, which has no chunks', async () => {
    const speak = (fails: boolean) =>
      afterFirst(() =>
        fails ? Promise.reject(new EngineDiedError('synthesize', 'SIGKILL')) : Promise.resolve(),
      );
    const asked = async (fails: boolean) => {
      const url = await listening(speak(fails));
      return readText(await sending(url, `GET ${QUERY} HTTP/1.0\r\nhost: x\r\n\r\n`));
    };
    expect(await asked(false)).toMatch(
      /^HTTP\/1\.1 200 OK\r\n[\s\S]*content-length: 10\r\n[\s\S]*\r\n\r\nfirst last$/i,
    );
    expect(await asked(true)).toMatch(/^HTTP\/1\.1 500 /);
  });

  it('begins while the rest is not spoken yet, and ends with what is known then', async () => {
    let finish = () => {};
    const last = new Promise<void>((resolve) => {
      finish = resolve;
    });
    const billing = { bill: async () => '77' };
    const url = await listening(
      afterFirst(() => last),
      { billing },
    );
    const document = `<speak>${'long '.repeat(150)}<mark name="here"/></speak>`;
    const socket = await sending(
      url,
      `POST /rest/v2/synthesize/ssml HTTP/1.1\r\nhost: x\r\nx-account-tag: sales\r\nconnection: close\r\ncontent-length: ${document.length}\r\n\r\n${document}`,
    );
    let received = '';
    for await (const chunk of socket) {
      received += String(chunk);
      if (received.includes('first ')) finish();
    }
    expect(received).toMatch(/^HTTP\/1\.1 200 OK\r\n/);
    expect(received).toMatch(/trailer: x-transaction-id x-marks\r\n/i);
    const order = ['first ', 'last', 'x-transaction-id: 77', 'x-marks: [{"name":"here","ms":100}]'];
    const places = order.map((each) => received.lastIndexOf(each));
    expect(places).toEqual(places.toSorted((a, b) => a - b));
    expect(places[0]).toBeGreaterThan(0);
  });

  it('has the marks of a short document in a header', async () => {
    const app = await appForTest({}, { synthesis: plainSynthesis(afterFirst(async () => {})) });
    const answer = await app.inject({
      method: 'POST',
      url: '/rest/v2/synthesize/ssml',
      payload: '<speak><mark name="here"/>Hi</speak>',
    });
    expect(answer.headers['x-marks']).toBe('[{"name":"here","ms":100}]');
    expect([answer.headers['content-length'], answer.body]).toEqual(['10', 'first last']);
  });

  it('cancels the job of a client that leaves', async () => {
    let canceled = () => {};
    const seen = new Promise<void>((resolve) => {
      canceled = resolve;
    });
    const url = await listening(
      afterFirst(
        ({ signal }) =>
          new Promise((_, reject) =>
            signal.addEventListener('abort', () => {
              canceled();
              reject(new JobCanceledError('synthesize', 'caller'));
            }),
          ),
      ),
    );
    const client = new AbortController();
    const answer = await fetch(`${url}${QUERY}`, { signal: client.signal });
    expect(answer.status).toBe(200);
    client.abort();
    await seen;
  });

  it('is given up where a client does not read and the memory for bodies is used up', async () => {
    const speak: Speak = async (_, { onAudio, signal }) => {
      for (let part = 0; part < 64 && !signal.aborted; part++) {
        onAudio(Buffer.alloc(256 * 1024));
        await new Promise((resolve) => setImmediate(resolve));
      }
      if (signal.aborted) throw new JobCanceledError('synthesize', 'caller');
      return { audioMs: 1, marks: [] };
    };
    const url = await listening(speak, {}, { LOCUTOR_BODY_MEMORY_MB: '1' });
    const socket = await sending(url, `GET ${QUERY} HTTP/1.1\r\nhost: x\r\n\r\n`);
    socket.pause();
    const metrics = async () =>
      (await (await fetch(`${url}/metrics`)).text()).match(/locutor_body_bytes (\d+)/)?.[1];
    await expect.poll(metrics, { timeout: 20_000 }).not.toBe('0');
    socket.resume();
    const received = await readText(socket);
    expect(received.endsWith('0\r\n\r\n')).toBe(false);
    await expect.poll(metrics, { timeout: 20_000 }).toBe('0');
  });
});

describe('the cache', () => {
  const counted = () => {
    let spoken = 0;
    const speak: Speak = async ({ text }, { onAudio }) => {
      spoken += 1;
      onAudio(Buffer.from(`${text} `));
      await new Promise((resolve) => setImmediate(resolve));
      onAudio(Buffer.from(`number ${spoken}`));
      return { audioMs: 100, marks: [{ name: 'a', ms: 5 }] };
    };
    return speak;
  };
  const ask = async (
    app: Awaited<ReturnType<typeof appForTest>>,
    parameters: Record<string, string>,
    headers: Record<string, string> = {},
  ) => {
    const answer = await app.inject({
      url: `/rest/v2/synthesize?${new URLSearchParams(parameters)}`,
      headers,
    });
    return [answer.headers['x-cache'], answer.body, answer.headers['x-marks']];
  };

  it('speaks again only where the request does not want the cache, or has another text or caller', async () => {
    const app = await appForTest({}, { synthesis: plainSynthesis(counted()) });
    const other = { authorization: 'Bearer good-token' };
    expect(await ask(app, { text: 'Hi' })).toEqual([undefined, 'Hi number 1', undefined]);
    expect((await ask(app, { text: 'Hi', cache: 'true' })).slice(0, 2)).toEqual(['miss', 'Hi number 2']);
    expect(await ask(app, { text: 'Hi', cache: 'true' })).toEqual([
      'hit',
      'Hi number 2',
      '[{"name":"a","ms":5}]',
    ]);
    expect((await ask(app, { text: 'Hi', cache: 'true' }, other)).slice(0, 2)).toEqual([
      'miss',
      'Hi number 3',
    ]);
    expect((await ask(app, { text: 'Ho', cache: 'true' })).slice(0, 2)).toEqual(['miss', 'Ho number 4']);
    expect((await ask(app, { text: 'Hi', cache: 'true', rate: '2' })).slice(0, 2)).toEqual([
      'miss',
      'Hi number 5',
    ]);
  });

  it('is used by default where the setting says so', async () => {
    const env = { LOCUTOR_SYNTHESIS_CACHE: 'true' };
    const app = await appForTest(env, { synthesis: plainSynthesis(counted()) });
    await ask(app, { text: 'Hi' });
    expect((await ask(app, { text: 'Hi' }))[0]).toBe('hit');
    expect(await ask(app, { text: 'Hi', cache: 'false' })).toEqual([undefined, 'Hi number 2', undefined]);
  });

  it('keeps nothing of a speech that failed', async () => {
    let fails = true;
    const speak: Speak = async (input, options) => {
      const output = await counted()(input, options);
      if (fails) throw new EngineDiedError('synthesize', 'SIGKILL');
      return output;
    };
    const app = await appForTest({}, { synthesis: plainSynthesis(speak) });
    await expect(ask(app, { text: 'Hi', cache: 'true' })).rejects.toThrow();
    fails = false;
    expect((await ask(app, { text: 'Hi', cache: 'true' }))[0]).toBe('miss');
  });
});
