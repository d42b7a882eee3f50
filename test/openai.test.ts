import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createOpenAI } from '@ai-sdk/openai';
import { joinSamples } from '@locutor/audio';
import { experimental_transcribe as transcribe } from 'ai';
import OpenAI, { APIError, toFile } from 'openai';
import type { TranscriptionDiarized } from 'openai/resources/audio/transcriptions';
import { beforeAll, describe, expect, it } from 'vitest';
import { engineState } from './support/recognize.ts';
import { root } from './support/server.ts';
import { type SharedServer, sharedServer } from './support/shared-server.ts';
import { fixture, repeated, samplesOf, silence, wav } from './support/speech.ts';
import { locutor, sendVoices } from './support/verify.ts';

const SENTENCE = 'Good morning, I want to speak with an agent.';
const VOICES = join(root, 'packages/inference/test/fixtures/voices');

let server: SharedServer;
let client: OpenAI;
/** Two people in turns, as one chained Ogg file. */
let conversation: Buffer;

beforeAll(async () => {
  server = await sharedServer();
  client = new OpenAI({ baseURL: `${server.url}/v1`, apiKey: server.token, maxRetries: 0 });
  const clips = ['deep-1', 'bright-1', 'deep-2', 'bright-2'];
  conversation = Buffer.concat(clips.map((name) => readFileSync(join(VOICES, `${name}.ogg`))));
});

const sentence = () => toFile(fixture('sentence.mp3'), 'sentence.mp3');
const talk = () => toFile(conversation, 'talk.ogg');

describe('the openai package', () => {
  it('gets the text, cased and with punctuation', async () => {
    const file = await sentence();
    const answer = await client.audio.transcriptions.create({ file, model: 'whisper-1' });
    expect(answer.text).toBe(SENTENCE);
    expect(answer.usage).toEqual({ type: 'duration', seconds: 5 });
  });

  it('gets words and segments', async () => {
    const answer = await client.audio.transcriptions.create({
      file: await sentence(),
      model: 'whisper-1',
      language: 'en',
      response_format: 'verbose_json',
      timestamp_granularities: ['word', 'segment'],
    });
    expect(answer).toMatchObject({ language: 'english', text: SENTENCE });
    expect(answer.duration).toBeCloseTo(4.1, 0);
    expect(answer.words!.map(({ word }) => word).join(' ')).toBe(SENTENCE);
    expect(answer.segments).toMatchObject([{ id: 0, text: ` ${SENTENCE}`, temperature: 0 }]);
    const times = answer.words!.flatMap(({ start, end }) => [start, end]);
    expect(times).toEqual(times.toSorted((a, b) => a - b));
  });

  it('gets subtitles and plain text', async () => {
    const asked = async (response_format: 'srt' | 'vtt' | 'text') =>
      client.audio.transcriptions.create({
        file: await sentence(),
        model: 'gpt-4o-transcribe',
        response_format,
      });
    expect(await asked('text')).toBe(`${SENTENCE}\n`);
    expect(await asked('srt')).toMatch(
      /^1\n00:00:0\d,\d{3} --> 00:00:0\d,\d{3}\nGood morning, I want\nto speak/,
    );
    expect(await asked('vtt')).toMatch(
      /^WEBVTT\n\n00:00:0\d\.\d{3} --> 00:00:0\d\.\d{3}\nGood morning, I want\n/,
    );
  });

  it('gets events while the audio is recognised', async () => {
    const piece = joinSamples([await samplesOf('sentence.flac'), silence(1.2)]);
    const events = [];
    const stream = await client.audio.transcriptions.create({
      file: await toFile(wav(repeated(piece, 3)), 'long.wav'),
      model: 'gpt-4o-mini-transcribe',
      stream: true,
      include: ['logprobs'],
    });
    for await (const event of stream) events.push(event);
    expect(events.map(({ type }) => type)).toEqual([
      ...Array.from({ length: 3 }, () => 'transcript.text.delta'),
      'transcript.text.done',
    ]);
    const deltas = events.flatMap((event) => (event.type === 'transcript.text.delta' ? [event.delta] : []));
    expect(events.at(-1)).toMatchObject({ text: deltas.join('') });
    expect(deltas.join('')).toBe(`${SENTENCE} ${SENTENCE} ${SENTENCE}`);
  });

  it('gets speakers, by letters and by the names of enrolled users', async () => {
    const clip = (name: string) => new Uint8Array(readFileSync(join(VOICES, `${name}.ogg`)));
    const audios = ['deep-1', 'deep-2'].map(clip);
    const configuration = { max_utterances: 20 };
    const enrolled = await sendVoices(server, '/rest/v3/enroll', { user_id: 'ana', configuration }, audios);
    expect(enrolled.status).toBe(201);
    const events = [];
    const stream = await client.audio.transcriptions.create({
      file: await talk(),
      model: 'gpt-4o-transcribe-diarize',
      response_format: 'diarized_json',
      chunking_strategy: { type: 'server_vad', silence_duration_ms: 800 },
      known_speaker_names: ['ana'],
      stream: true,
    });
    for await (const event of stream) events.push(event);
    const segments = events.filter((event) => event.type === 'transcript.text.segment');
    expect(segments.map(({ speaker }) => speaker)).toEqual(['ana', 'A', 'ana', 'A']);

    const answer = (await client.audio.transcriptions.create({
      file: await talk(),
      model: 'gpt-4o-transcribe-diarize',
      response_format: 'diarized_json',
    })) as unknown as TranscriptionDiarized;
    expect(answer.segments.map(({ speaker }) => speaker)).toEqual(['A', 'B', 'A', 'B']);
    expect(answer.text).toBe(answer.segments.map(({ text }) => text).join(' '));
  });

  it('lists and looks up models', async () => {
    const { data } = await client.models.list();
    expect(data.map(({ id }) => id)).toEqual(expect.arrayContaining(['locutor', 'whisper-1']));
    expect(await client.models.retrieve('builtin:slm/pt')).toMatchObject({
      object: 'model',
      owned_by: 'locutor',
    });
  });

  it.each<[string, (client: OpenAI) => Promise<unknown>, number, string]>([
    [
      'an unknown model',
      async (to) => to.audio.transcriptions.create({ file: await sentence(), model: 'gpt-9' }),
      404,
      'model_not_found',
    ],
    [
      'what is no audio',
      async (to) =>
        to.audio.transcriptions.create({ file: await toFile(Buffer.from('x'), 'a.mp3'), model: 'locutor' }),
      400,
      'ERR_AUDIO_INVALID',
    ],
    [
      'a translation',
      async (to) => to.audio.translations.create({ file: await sentence(), model: 'whisper-1' }),
      400,
      'ERR_NOT_SUPPORTED',
    ],
    ['another part of that interface', (to) => to.batches.list(), 404, 'ERR_NOT_FOUND'],
  ])('reads the error of %s', async (_what, ask, status, code) => {
    const error = await ask(client).catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(APIError);
    expect(error).toMatchObject({ status, code, type: 'invalid_request_error' });
    expect((error as APIError).requestID).toMatch(/^[\w.-]+$/);
  });

  it('accepts any key where none is required', async () => {
    expect((await client.withOptions({ apiKey: 'sk-none' }).models.list()).data.length).toBeGreaterThan(0);
  });

  it('needs credentials for verify to look for users', async () => {
    const { stdout } = locutor(['tokens', 'create', 'words only', '--scope', 'recognize'], server.folder);
    const limited = client.withOptions({ apiKey: stdout.trim() });
    const asked = limited.audio.transcriptions.create({
      file: await talk(),
      model: 'gpt-4o-transcribe-diarize',
      response_format: 'diarized_json',
      known_speaker_names: ['ana'],
    });
    await expect(asked).rejects.toMatchObject({ status: 403, code: 'ERR_FORBIDDEN' });
  });

  it('stops the recognition when it leaves', async () => {
    const piece = joinSamples([await samplesOf('sentence.flac'), silence(1.2)]);
    const stream = await client.audio.transcriptions.create({
      file: await toFile(wav(repeated(piece, 40)), 'long.wav'),
      model: 'locutor',
      stream: true,
    });
    for await (const event of stream) {
      expect(event.type).toBe('transcript.text.delta');
      // The first segment is here, and others are still being recognised.
      await expect.poll(async () => (await engineState(server)).running).toBeGreaterThan(0);
      break;
    }
    stream.controller.abort();
    await expect.poll(() => engineState(server)).toMatchObject({ running: 0, queued: 0 });
    expect(server.log()).not.toContain('request failed');
  });
});

describe('the AI SDK', () => {
  it('gets text, segments, language and length', async () => {
    const provider = createOpenAI({ baseURL: `${server.url}/v1`, apiKey: server.token });
    const answer = await transcribe({
      model: provider.transcription('whisper-1'),
      audio: fixture('sentence.mp3'),
      providerOptions: { openai: { language: 'en', timestampGranularities: ['segment'] } },
    });
    expect(answer).toMatchObject({ text: SENTENCE, language: 'en', segments: [{ text: ` ${SENTENCE}` }] });
    expect(answer.durationInSeconds).toBeCloseTo(4.1, 0);
  });

  it('reads our errors', async () => {
    const provider = createOpenAI({ baseURL: `${server.url}/v1`, apiKey: 'sk-none' });
    const asked = transcribe({
      model: provider.transcription('gpt-9'),
      audio: fixture('sentence.mp3'),
      maxRetries: 0,
    });
    await expect(asked).rejects.toMatchObject({ statusCode: 404, message: expect.stringContaining('gpt-9') });
  });
});
