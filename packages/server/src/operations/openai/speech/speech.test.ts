import { EngineDiedError } from '@locutor/engine';
import { describe, expect, it } from 'vitest';
import { appForTest } from '../../../testing/app-for-test.ts';
import { plainSynthesis, switchedSynthesis } from '../../synthesize/testing.ts';

const ORDER = { model: 'tts-1', input: 'Hello world', voice: 'alloy' };
type Speak = NonNullable<Parameters<typeof plainSynthesis>[0]>;

const apps = new Map<string, ReturnType<typeof appForTest>>();
const { synthesis, inputs, use } = switchedSynthesis();
const bills: object[] = [];
const billing = {
  bill: async (record: object) => {
    bills.push(record);
    return '7';
  },
};

async function order(
  body: unknown,
  {
    env = {},
    speak,
    headers = {},
  }: { env?: NodeJS.ProcessEnv; speak?: Speak; headers?: Record<string, string> } = {},
) {
  use(plainSynthesis(speak));
  bills.length = 0;
  const key = JSON.stringify(env);
  const app = await (apps.get(key) ?? appForTest(env, { synthesis, billing }));
  apps.set(key, Promise.resolve(app));
  const answer = await app.inject({
    method: 'POST',
    url: '/v1/audio/speech',
    payload: typeof body === 'string' ? body : JSON.stringify(body),
    headers: { 'content-type': 'application/json', ...headers },
  });
  return {
    status: answer.statusCode,
    type: answer.headers['content-type'],
    body: answer.body,
    inputs,
    bills,
  };
}

const eventsOf = (body: string) =>
  body
    .split('\n\n')
    .filter(Boolean)
    .map((event) => JSON.parse(event.replace(/^data: /, '')));

describe('speech as OpenAI-compatible tools ask for it', () => {
  it('is MP3 of 24 kHz by default', async () => {
    const { status, type, body, inputs } = await order({ ...ORDER, instructions: 'Whisper.', user: 'x' });
    expect([status, type, body]).toEqual([200, 'audio/mpeg', 'Hello world ']);
    expect(inputs).toEqual([
      {
        ...{ text: 'Hello world', ssml: false, voice: 'af_alloy', language: 'en', model: 'kokoro' },
        ...{ rate: 1, volume: 1 },
        format: { codec: 'mp3', sampleRate: 24_000, channels: 1, bitsPerSample: 16, kbps: 64 },
      },
    ]);
  });

  it.each([
    ['opus', 'audio/ogg; codecs=opus'],
    ['flac', 'audio/flac'],
    ['wav', 'audio/wav'],
    ['pcm', 'audio/raw; rate=24000; encoding=pcm'],
  ])('is %s where that is asked for', async (response_format, expected) => {
    const { status, type, inputs } = await order({ ...ORDER, response_format });
    expect([status, type]).toEqual([200, expected]);
    expect(inputs).toMatchObject([{ format: { codec: response_format, sampleRate: 24_000 } }]);
  });

  it.each([
    ['nova', {}, 'af_nova', 'kokoro'],
    ['Onyx', {}, 'am_onyx', 'kokoro'],
    [{ id: 'verse' }, {}, 'am_puck', 'kokoro'],
    ['nova', { LOCUTOR_LANGUAGE: 'pt' }, 'pf_dora', 'kokoro'],
    ['onyx', { LOCUTOR_LANGUAGE: 'es' }, 'em_alex', 'kokoro'],
    ['bf_emma-quality', { LOCUTOR_LANGUAGE: 'pt' }, 'bf_emma', 'kokoro-full'],
  ])('with the voice %j and %j is spoken by %s', async (voice, env, expected, model) => {
    expect((await order({ ...ORDER, voice }, { env })).inputs).toMatchObject([{ voice: expected, model }]);
  });

  it.each([
    [0.25, 0.3],
    [1.5, 1.5],
    [4, 3],
  ])('at a speed of %f has a rate of %f', async (speed, rate) => {
    expect((await order({ ...ORDER, speed })).inputs).toMatchObject([{ rate }]);
  });

  it('comes as events', async () => {
    const { status, type, body, bills } = await order(
      { ...ORDER, stream_format: 'sse' },
      { headers: { 'x-account-tag': 'sales' } },
    );
    expect([status, type]).toEqual([200, 'text/event-stream; charset=utf-8']);
    const events = eventsOf(body);
    const audio = events.slice(0, -1).map(({ audio }) => Buffer.from(audio, 'base64').toString());
    expect(events.map(({ type }) => type)).toEqual([
      ...['speech.audio.delta', 'speech.audio.delta', 'speech.audio.done'],
    ]);
    expect(audio.join('')).toBe('Hello world ');
    expect(events.at(-1).usage).toEqual({ input_tokens: 11, output_tokens: 0, total_tokens: 11 });
    expect(bills).toMatchObject([{ operation: 'synthesize', accountTag: 'sales', audioMs: 200 }]);
  });

  it('that fails after its first event ends with the error', async () => {
    const speak: Speak = async (_, { onAudio }) => {
      onAudio(Buffer.from('first'));
      await new Promise((resolve) => setImmediate(resolve));
      throw new EngineDiedError('synthesize', 'SIGKILL');
    };
    const { status, body } = await order({ ...ORDER, stream_format: 'sse' }, { speak });
    const events = eventsOf(body);
    expect([status, events[0].type]).toEqual([200, 'speech.audio.delta']);
    expect(events.at(-1)).toMatchObject({ error: { type: 'server_error', code: 'ERR_INTERNAL' } });
  });

  it.each<[unknown, number, string, string | null, RegExp]>([
    [{ ...ORDER, model: 'tts-9' }, 404, 'model_not_found', 'model', /tts-1-hd/],
    [{ ...ORDER, voice: 'nobody' }, 404, 'ERR_VOICE_NOT_FOUND', 'voice', /"nobody"/],
    [
      { ...ORDER, response_format: 'aac' },
      400,
      'ERR_NOT_SUPPORTED',
      'response_format',
      /aac is not supported/,
    ],
    [
      { ...ORDER, response_format: 'ogg' },
      400,
      'ERR_INVALID_PARAMETER',
      'response_format',
      /"mp3" or "opus"/,
    ],
    [{ ...ORDER, speed: 9 }, 400, 'ERR_INVALID_PARAMETER', 'speed', /0.25 to 4/],
    [{ ...ORDER, stream_format: 'x' }, 400, 'ERR_INVALID_PARAMETER', 'stream_format', /"audio" or "sse"/],
    [{ ...ORDER, input: 'a'.repeat(10_001) }, 413, 'ERR_TOO_LARGE', 'input', /10001/],
    [{ ...ORDER, input: '' }, 400, 'ERR_INVALID_PARAMETER', 'input', /missing/],
    [{ model: 'tts-1', input: 'x' }, 400, 'ERR_INVALID_PARAMETER', 'voice', /missing/],
    [{ ...ORDER, voice: { id: 7 } }, 400, 'ERR_INVALID_PARAMETER', 'voice', /a text/],
    ['[]', 400, 'ERR_INVALID_PARAMETER', 'the body', /an object/],
    ['{', 400, 'ERR_INVALID_PARAMETER', null, /not JSON/],
  ])('%#: is refused in the shape of that interface', async (body, status, code, param, message) => {
    const answer = await order(body);
    const { error } = JSON.parse(answer.body);
    expect([answer.status, error.code, error.param, error.type]).toEqual([
      ...[status, code, param, 'invalid_request_error'],
    ]);
    expect(error.message).toMatch(message);
  });

  it('has its models in the list', async () => {
    const app = await appForTest();
    const { data } = (await app.inject({ url: '/v1/models' })).json();
    expect(data.map(({ id }: { id: string }) => id)).toEqual(expect.arrayContaining(['whisper-1', 'tts-1']));
    const one = await app.inject({ url: '/v1/models/gpt-4o-mini-tts-2025-12-15' });
    expect(one.json()).toMatchObject({ id: 'gpt-4o-mini-tts-2025-12-15', object: 'model' });
  });
});
