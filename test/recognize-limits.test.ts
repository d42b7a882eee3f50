import { symlinkSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { setTimeout } from 'node:timers/promises';
import { joinSamples } from '@locutor/audio';
import { defaultModelsDir, ModelStore } from '@locutor/models';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { CURRENT, engineState, recognize, statuses, texts } from './support/recognize.ts';
import { childrenOf, newFolder, startServer, type TestServer } from './support/server.ts';
import { type Bytes, fixture, repeated, samplesOf, silence, wav } from './support/speech.ts';

const SENTENCE = 'good morning i want to speak with an agent';

let sentence: Float32Array;
/** Long enough to be interrupted at work. */
let long: Bytes;

beforeAll(async () => {
  sentence = await samplesOf('sentence.flac');
  long = wav(repeated(joinSamples([sentence, silence(1)]), 30));
});

const isRunning = async (server: TestServer) => (await engineState(server)).running > 0;

describe('a small server', () => {
  let server: TestServer;
  beforeAll(async () => {
    server = await startServer({
      LOCUTOR_MAX_AUDIO_SECONDS: '6',
      LOCUTOR_MAX_QUEUE: '2',
      LOCUTOR_REQUEST_SECONDS: '3',
      LOCUTOR_DEPLOYMENT: 'hosted',
      LOCUTOR_TEXTIFY: 'true',
    });
  });
  afterAll(() => server.stop());

  it('MAX_SPEECH: says that the audio is longer than it takes', async () => {
    const segments = (await recognize(server, wav(joinSamples([sentence, silence(5)])))).segments();
    expect(statuses(segments)).toEqual(['RECOGNIZED', 'MAX_SPEECH']);
    expect(segments[1]).toMatchObject({ alternatives: [], segment_index: 1, last_segment: true });
    expect(segments[1]!.end_time).toBeGreaterThanOrEqual(6);
  });

  it('writes text by its own default, and takes hyphenated names only', async () => {
    const [written] = texts((await recognize(server, wav(sentence))).segments());
    expect(written).toMatch(/^Good morning.* I want/);
    const plain = await recognize(server, wav(sentence), { headers: { 'textify-enabled': 'false' } });
    expect(texts(plain.segments())).toEqual([SENTENCE]);
    const dotted = await recognize(server, wav(sentence), { headers: { 'textify.enabled': 'false' } });
    expect([dotted.status, dotted.json()]).toEqual([
      400,
      {
        code: 'ERR_INVALID_PARAMETER',
        message: 'dotted header names are not accepted in this deployment; use textify-enabled',
      },
    ]);
  });

  it('answers what its queue has no room for with 503, and loses nothing', async () => {
    const answers = await Promise.all(
      Array.from({ length: 20 }, () =>
        recognize(server, wav(sentence), { headers: { 'textify-enabled': '0' } }),
      ),
    );
    const served = answers.filter((answer) => answer.status === 200);
    const refused = answers.filter((answer) => answer.status === 503);
    expect(served.length + refused.length).toBe(20);
    expect(served.length).toBeGreaterThanOrEqual(1);
    expect(refused.length).toBeGreaterThanOrEqual(1);
    for (const answer of served) expect(texts(answer.segments())).toEqual([SENTENCE]);
    for (const answer of refused) {
      expect(answer.code()).toBe('ERR_BUSY');
      expect(Number(answer.headers.get('retry-after'))).toBeGreaterThanOrEqual(1);
    }
    await expect.poll(() => engineState(server)).toMatchObject({ running: 0, queued: 0 });
  });

  it('cuts an upload off that drips in too slowly', async () => {
    const { hostname, port } = new URL(server.url);
    const socket = connect(Number(port), hostname);
    socket.write(
      `POST ${CURRENT}?lm=builtin:slm/general HTTP/1.1\r\nhost: x\r\ncontent-type: audio/wav\r\ncontent-length: 1000\r\n\r\n`,
    );
    const drip = setInterval(() => socket.write('x'), 300);
    const answer = await text(socket);
    clearInterval(drip);
    expect(answer).toMatch(/^HTTP\/1\.1 408 /);
    expect(answer).toContain('"code":"ERR_REQUEST_TIMEOUT"');
  });
});

describe('a recognition under way', () => {
  let server: TestServer;
  beforeAll(async () => {
    server = await startServer({ LOCUTOR_SHUTDOWN_SECONDS: '1' });
  });
  afterAll(() => server.stop());

  it('ends when its client goes, and the process is free for the next', async () => {
    const client = new AbortController();
    const asked = recognize(server, long, { signal: client.signal });
    await expect.poll(() => isRunning(server)).toBe(true);
    client.abort();
    await expect(asked).rejects.toThrow();
    await expect.poll(() => engineState(server)).toMatchObject({ running: 0, queued: 0 });
    expect(texts((await recognize(server, wav(sentence))).segments())).toEqual([SENTENCE]);
    expect(server.log()).not.toContain('request failed');
  });

  it('FAILURE: its process dies, and the server lives on', async () => {
    const minute = wav(repeated(sentence, 12));
    const interrupted = async () => {
      const asked = recognize(server, minute, { headers: { 'endpointer.enabled': 'false' } });
      await expect.poll(() => isRunning(server)).toBe(true);
      await setTimeout(500);
      for (const pid of childrenOf(server)) process.kill(pid, 'SIGKILL');
      const answer = await asked;
      expect(answer.status).toBe(200);
      return answer.segments().filter((each) => each.result_status === 'FAILURE');
    };
    // A job that had not begun when its process died is done by the next one: then it is tried once more.
    await expect.poll(interrupted).toMatchObject([{ alternatives: [], last_segment: true }]);
    await expect.poll(() => engineState(server)).toMatchObject({ ready: 1 });
    expect(texts((await recognize(server, wav(sentence))).segments())).toEqual([SENTENCE]);
    await expect.poll(() => server.log()).toMatch(/"id":"[\w-]+","msg":"a recognition failed/);
  });

  // The last of this server.
  it('CANCELED: the server stops before it could finish', async () => {
    const asked = recognize(server, long);
    await expect.poll(() => isRunning(server)).toBe(true);
    const stopped = server.stop();
    const answer = await asked;
    expect(answer.status).toBe(200);
    expect(answer.segments().at(-1)).toMatchObject({
      result_status: 'CANCELED',
      alternatives: [],
      last_segment: true,
    });
    expect(await stopped).toBe(0);
  });
});

describe('a model that is not here', () => {
  const from = process.env.LOCUTOR_MODELS_DIR ?? defaultModelsDir();
  /** A models folder with what every start needs and nothing else. */
  const needed = () => {
    const folder = newFolder();
    for (const name of ['moonshine-base', 'silero-vad', 'speaker-embedding'])
      symlinkSync(join(from, name), join(folder, name));
    return folder;
  };
  const asked = async (env: NodeJS.ProcessEnv) => {
    const server = await startServer({
      LOCUTOR_MODELS_DIR: needed(),
      LOCUTOR_MULTILINGUAL_MODEL: 'whisper-tiny',
      ...env,
    });
    const speech = fixture('portuguese.opus');
    const answers = await Promise.all([1, 2].map(() => recognize(server, speech, { lm: 'builtin:slm/pt' })));
    await server.stop();
    return { answers, log: server.log() };
  };
  const refusal = (reason: string) => ({
    code: 'ERR_LM_NOT_FOUND',
    message: `the language model "builtin:slm/pt" was not found: its model whisper-tiny ${reason}`,
  });

  it.each(['never', 'start'])(
    'is named with the command that brings it, where modelsFetch is %s',
    async (policy) => {
      const { answers } = await asked({ LOCUTOR_MODELS_FETCH: policy });
      for (const answer of answers) {
        expect(answer.status).toBe(404);
        expect(answer.json()).toEqual(
          refusal('is not installed; fetch it with: npx locutor models fetch whisper-tiny'),
        );
      }
    },
  );

  it('is named where English asks for it as the second model', async () => {
    const server = await startServer({
      LOCUTOR_MODELS_DIR: needed(),
      LOCUTOR_MODELS_FETCH: 'never',
      LOCUTOR_ACCURACY: 'high',
      LOCUTOR_MULTILINGUAL_MODEL: 'whisper-tiny',
    });
    const asked = (headers = {}) => recognize(server, fixture('sentence.flac'), { headers });
    const [high, normal] = [await asked(), await asked({ 'decoder.accuracy': 'normal' })];
    await server.stop();
    expect(high.json()).toEqual({
      ...refusal('is not installed; fetch it with: npx locutor models fetch whisper-tiny'),
      message: expect.stringContaining('"builtin:slm/general" was not found: its model whisper-tiny is not'),
    });
    expect(normal.segments()[0]).toMatchObject({ result_status: 'RECOGNIZED' });
  });

  it('is named when it cannot be fetched', async () => {
    const sources = { 'whisper-tiny': 'file:/nowhere/at/all' };
    const { answers, log } = await asked({ LOCUTOR_MODEL_SOURCES: JSON.stringify(sources) });
    for (const answer of answers) {
      expect(answer.json()).toEqual(
        refusal("could not be fetched (see the server's log); the server will try again later"),
      );
    }
    expect(log.match(/"msg":"fetching a model/g)).toHaveLength(1);
    expect(log).toContain('/nowhere/at/all');
  });

  it('is fetched, once for all who ask, while they wait', { timeout: 300_000 }, async (context) => {
    if (new ModelStore({ dir: from }).missing(['whisper-tiny']).length > 0)
      context.skip('whisper-tiny is not installed, to copy from');
    const sources = { 'whisper-tiny': `file:${join(from, 'whisper-tiny')}` };
    const { answers, log } = await asked({ LOCUTOR_MODEL_SOURCES: JSON.stringify(sources) });
    expect(answers.map((answer) => [answer.status, statuses(answer.segments())])).toEqual([
      [200, ['RECOGNIZED']],
      [200, ['RECOGNIZED']],
    ]);
    expect(log.match(/"msg":"fetching a model/g)).toHaveLength(1);
  });
});
