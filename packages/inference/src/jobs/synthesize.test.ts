import { decodeAudio } from '@locutor/audio';
import {
  type JobContext,
  type SpokenPart,
  SSML_INVALID,
  type SynthesizeInput,
  VOICE_UNKNOWN,
} from '@locutor/contract';
import { defaultModelsDir, ModelStore } from '@locutor/models';
import { beforeAll, describe, expect, test } from 'vitest';
import type { Synthesizers } from '../synthesis/synthesizers.ts';
import { synthesize } from './synthesize.ts';

const store = new ModelStore({ dir: process.env.LOCUTOR_MODELS_DIR ?? defaultModelsDir() });
const RATE = 16_000;
let loaded: Synthesizers;

beforeAll(async () => {
  await store.fetch(['kokoro']);
  const settings = { voiceActivityModel: 'unused', modelsDir: store.dir };
  const shared = new Map<string, Promise<unknown>>();
  loaded = await synthesize.load!({
    settings,
    shared: <T>(name: string, create: () => Promise<T>) => {
      const known = shared.get(name) ?? create();
      shared.set(name, known);
      return known as Promise<T>;
    },
  });
});

const plain: SynthesizeInput = {
  text: 'Good morning.',
  ssml: false,
  voice: 'af_heart',
  language: 'en',
  rate: 1,
  volume: 1,
  model: 'kokoro',
  format: { codec: 'wav', sampleRate: RATE, channels: 1, bitsPerSample: 16 },
};

async function say(changes: Partial<SynthesizeInput>, checkpoint: () => Promise<void> = async () => {}) {
  const parts: Uint8Array[] = [];
  const context: JobContext<Synthesizers, SpokenPart> = {
    loaded,
    settings: {},
    signal: new AbortController().signal,
    checkpoint,
    emit: ({ audio }) => parts.push(audio),
  };
  const output = await synthesize.run({ ...plain, ...changes }, context);
  return { ...output, parts, bytes: Buffer.concat(parts) };
}

async function samplesOf(bytes: Uint8Array): Promise<Float32Array> {
  return (await decodeAudio(bytes, { rate: RATE })).samples;
}

const peak = (samples: Float32Array) => samples.reduce((most, each) => Math.max(most, Math.abs(each)), 0);

const ssml = (inner: string) => ({ ssml: true, text: `<speak>${inner}</speak>` });

describe('speech', () => {
  test('is as long as the output says, and neither silent nor clipped', async () => {
    const { bytes, audioMs } = await say({});
    const samples = await samplesOf(bytes);
    expect((1000 * samples.length) / RATE).toBeCloseTo(audioMs, 0);
    expect(audioMs).toBeGreaterThan(400);
    expect(audioMs).toBeLessThan(3000);
    expect(peak(samples)).toBeGreaterThan(0.05);
    expect(peak(samples)).toBeLessThan(0.9);
  });

  test.each([
    ['pf_dora', 'pt', 'Bom dia.'],
    ['em_alex', 'es', 'Buenos días.'],
    ['bm_george', 'en', 'Good morning.'],
  ])('of %s in %s', async (voice, language, text) => {
    expect((await say({ voice, language, text })).audioMs).toBeGreaterThan(400);
  });

  test('comes in parts: the first sentence does not wait for the second', async () => {
    const { parts } = await say({ text: 'One sentence here. Another one there.' });
    expect(parts.length).toBeGreaterThanOrEqual(2);
    expect(parts[0]!.length).toBeLessThan(0.7 * Buffer.concat(parts).length);
  });

  test('takes longer when it is slow', async () => {
    const [slow, fast] = [await say({ rate: 0.7 }), await say({ rate: 2.5 })];
    expect(slow.audioMs).toBeGreaterThan(2.5 * fast.audioMs);
  });

  test('is limited, not clipped, at twice the volume, and silent at none', async () => {
    const loud = await samplesOf((await say({ volume: 2 })).bytes);
    expect(peak(loud)).toBeLessThan(0.9);
    const silent = await samplesOf((await say({ volume: 0 })).bytes);
    expect(peak(silent)).toBe(0);
  });

  test('of nothing is nothing', async () => {
    expect((await say({ text: ' ... ' })).audioMs).toBe(0);
    expect((await say({ text: '' })).audioMs).toBe(0);
  });
});

describe('markup', () => {
  test('gives breaks their length', async () => {
    const without = await say(ssml('One<break time="0ms"/>two.'));
    const within = await say(ssml('One<break time="2s"/>two.'));
    expect(within.audioMs - without.audioMs).toBeCloseTo(2000, -1);
  });

  test('has marks in order, each within its phrase', async () => {
    const { marks, audioMs } = await say(
      ssml('<mark name="a"/>One two <mark name="b"/>three four.<mark name="c"/> Five.<mark name="d"/>'),
    );
    expect(marks.map(({ name }) => name)).toEqual(['a', 'b', 'c', 'd']);
    const times = marks.map(({ ms }) => ms);
    expect(times).toEqual(times.toSorted((a, b) => a - b));
    expect(times[0]).toBeLessThan(100);
    expect(times[1]).toBeGreaterThan(200);
    expect(times[3]).toBeLessThanOrEqual(audioMs);
  });

  test('changes voice and language', async () => {
    await say(ssml('Hello. <voice name="am_michael">Hello.</voice> <lang xml:lang="pt-BR">Bom dia.</lang>'));
  });

  test('that is wrong is refused with its place', async () => {
    await expect(say({ ssml: true, text: '<speak>\n<break time="x"/></speak>' })).rejects.toMatchObject({
      code: SSML_INVALID,
      data: { line: 2, column: 1 },
      message: expect.stringContaining('line 2, column 1'),
    });
  });

  test('with a voice that does not exist is refused', async () => {
    // Before anything is said, so that a client gets an error and not half of the audio.
    const begins = () => Promise.reject(new Error('it began to speak'));
    await expect(say(ssml('Hello. <voice name="nobody">Hello.</voice>'), begins)).rejects.toMatchObject({
      code: VOICE_UNKNOWN,
      data: { voice: 'nobody' },
    });
  });
});

test('a voice that does not exist is refused', async () => {
  await expect(say({ voice: '../af_heart' })).rejects.toMatchObject({ code: VOICE_UNKNOWN });
});

test('a cancel is noticed between phrases', async () => {
  let phrases = 0;
  const canceled = new Error('canceled');
  const checkpoint = async () => {
    phrases += 1;
    if (phrases > 1) throw canceled;
  };
  await expect(say({ text: 'One. Two. Three. Four.' }, checkpoint)).rejects.toBe(canceled);
  expect(phrases).toBe(2);
});
