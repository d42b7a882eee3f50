import { createOpenAI } from '@ai-sdk/openai';
import { experimental_generateSpeech as generateSpeech } from 'ai';
import OpenAI, { type APIError } from 'openai';
import { beforeAll, describe, expect, it } from 'vitest';
import { recognize, texts } from './support/recognize.ts';
import { type SharedServer, sharedServer } from './support/shared-server.ts';
import type { Bytes } from './support/speech.ts';
import { secondsOf } from './support/synthesize.ts';

const INPUT = 'Good morning, I want to speak with an agent.';
const HEARD = 'good morning i want to speak with an agent';

let server: SharedServer;
let client: OpenAI;
beforeAll(async () => {
  server = await sharedServer();
  client = new OpenAI({ baseURL: `${server.url}/v1`, apiKey: server.token, maxRetries: 0 });
});

const heard = async (audio: Bytes, type = 'application/octet-stream') =>
  texts((await recognize(server, audio, { headers: { 'content-type': type } })).segments());
const bytesOf = async (answer: Response) => new Uint8Array(await answer.arrayBuffer());

describe('the openai package', () => {
  it.each([
    ['mp3', 'audio/mpeg'],
    ['opus', 'audio/ogg; codecs=opus'],
    ['flac', 'audio/flac'],
    ['wav', 'audio/wav'],
  ] as const)('gets %s', async (response_format, type) => {
    const answer = await client.audio.speech.create({
      model: 'tts-1',
      voice: 'nova',
      input: INPUT,
      response_format,
    });
    expect(answer.headers.get('content-type')).toBe(type);
    expect(await heard(await bytesOf(answer))).toEqual([HEARD]);
  });

  it('gets PCM of 24 kHz, faster', async () => {
    const create = async (speed: number) =>
      bytesOf(
        await client.audio.speech.create({
          ...({
            model: 'gpt-4o-mini-tts',
            voice: 'onyx',
            input: INPUT,
            response_format: 'pcm',
            speed,
          } as const),
        }),
      );
    const [plain, fast] = [await create(1), await create(1.5)];
    expect(plain.length / 48_000).toBeGreaterThan(1.5);
    expect(fast.length / plain.length).toBeLessThan(0.85);
  });

  it('gets events', async () => {
    const answer = await client.audio.speech.create({
      ...({
        model: 'tts-1',
        voice: 'alloy',
        input: INPUT,
        response_format: 'mp3',
        stream_format: 'sse',
      } as const),
    });
    const events = (await answer.text())
      .split('\n\n')
      .filter(Boolean)
      .map((event) => JSON.parse(event.replace(/^data: /, '')) as { type: string; audio?: string });
    expect(events.at(-1)).toMatchObject({ type: 'speech.audio.done', usage: { input_tokens: INPUT.length } });
    const parts = events.slice(0, -1).map(({ audio }) => Buffer.from(audio!, 'base64'));
    expect(await heard(new Uint8Array(Buffer.concat(parts)))).toEqual([HEARD]);
  });

  it('throws our errors', async () => {
    const wrong = (change: object) =>
      client.audio.speech.create({ model: 'tts-1', voice: 'alloy', input: 'Hi', ...change }).then(
        () => undefined,
        (error: APIError) => [error.status, error.code, error.param],
      );
    expect(await wrong({ voice: 'nobody' })).toEqual([404, 'ERR_VOICE_NOT_FOUND', 'voice']);
    expect(await wrong({ model: 'tts-9' })).toEqual([404, 'model_not_found', 'model']);
    expect(await wrong({ response_format: 'aac' })).toEqual([400, 'ERR_NOT_SUPPORTED', 'response_format']);
    expect(await wrong({ input: 'a '.repeat(6000) })).toEqual([413, 'ERR_TOO_LARGE', 'input']);
    expect(await wrong({ speed: 'fast' })).toEqual([400, 'ERR_INVALID_PARAMETER', 'speed']);
  });

  it('finds the models in the list', async () => {
    const ids = [];
    for await (const { id } of client.models.list()) ids.push(id);
    expect(ids).toEqual(expect.arrayContaining(['tts-1', 'tts-1-hd', 'gpt-4o-mini-tts']));
  });
});

describe('the AI SDK', () => {
  it('gets speech', async () => {
    const provider = createOpenAI({ baseURL: `${server.url}/v1`, apiKey: server.token });
    const { audio } = await generateSpeech({
      model: provider.speech('tts-1'),
      text: INPUT,
      voice: 'shimmer',
      outputFormat: 'wav',
    });
    expect(audio.mediaType).toBe('audio/wav');
    expect(await secondsOf(new Uint8Array(audio.uint8Array))).toBeGreaterThan(1.5);
  });
});
