import { decodeAudio } from '@locutor/audio';
import { defaultModelsDir, ModelStore } from '@locutor/models';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createEnginePool } from '../client/pool/create-engine-pool.ts';
import { Recognizer } from '../client/recognize/index.ts';
import { plainRequest } from '../client/recognize/test-support/plain-request.ts';
import type { RecognizeRequest } from '../contract/index.ts';
import { lengthOf } from '../speakers/test-support/trait-voices.ts';
import { names, recorded } from '../speakers/test-support/voices.ts';

let pool: ReturnType<typeof createEnginePool>;
let recognizer: Recognizer;

beforeAll(async () => {
  const store = new ModelStore({ dir: process.env.LOCUTOR_MODELS_DIR ?? defaultModelsDir() });
  await store.fetch(['silero-vad', 'speaker-embedding', 'moonshine-base']);
  const settings = {
    voiceActivityModel: store.path('silero-vad', 'vad.onnx'),
    speakerModel: store.path('speaker-embedding', 'embedding.ort'),
    modelsDir: store.dir,
  };
  pool = createEnginePool({ processes: 1, settings });
  await pool.start();
  recognizer = new Recognizer(pool);
});

afterAll(() => pool?.drain({ timeoutMs: 0 }));

async function recognize(samples: Float32Array, voice?: RecognizeRequest['voice']) {
  return recognizer.recognize({ ...plainRequest(samples), ...(voice && { voice }) });
}

const samplesOf = async (at: number) => (await decodeAudio(recorded(names[at]!, 1))).samples;

test('a segment has its voice where that was asked for, at the speeds that were', async () => {
  const samples = await samplesOf(0);
  expect((await recognize(samples))[0]).not.toHaveProperty('voice');
  const [slow] = await recognize(samples, 'slow');
  expect(lengthOf(slow!.voice!.slow)).toBeCloseTo(1, 4);
  expect(slow!.voice).not.toHaveProperty('full');
  const [both] = await recognize(samples, 'both');
  expect(lengthOf(both!.voice!.full!)).toBeCloseTo(1, 4);
  expect(both!.alternatives[0]!.text).toBe(slow!.alternatives[0]!.text);
});

test('more is embedded of the first segment than of others where the age is asked for', async () => {
  const [first, second] = [await samplesOf(0), await samplesOf(1)];
  const gap = 3 * 16_000;
  const all = new Float32Array(first.length + gap + second.length);
  all.set(first);
  all.set(second, first.length + gap);
  const [one, two] = await recognize(all, 'both');
  expect(one!.voice!.speech).toBeGreaterThan(1.5);
  expect(two!.voice!.speech).toBeCloseTo(1);
});

test('every segment of several has its own voice, and silence has none', async () => {
  const [first, second] = [await samplesOf(0), await samplesOf(1)];
  const silence = new Float32Array(3 * 16_000);
  const all = new Float32Array(first.length + silence.length + second.length);
  all.set(first);
  all.set(second, first.length + silence.length);
  const segments = await recognize(all, 'slow');
  expect(segments.length).toBeGreaterThanOrEqual(2);
  const [a, b] = [segments[0]!.voice!.slow, segments.at(-1)!.voice!.slow];
  expect(a.reduce((sum, value, n) => sum + value * b[n]!, 0)).toBeLessThan(0.9);
  expect(await recognize(silence, 'slow')).toEqual([
    expect.not.objectContaining({ voice: expect.anything() }),
  ]);
});
