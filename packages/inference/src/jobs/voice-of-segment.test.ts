import { decodeAudio, joinSamples } from '@locutor/audio';
import type { RecognizeRequest } from '@locutor/contract';
import { createEnginePool, Recognizer } from '@locutor/engine';
import { defaultModelsDir, ModelStore } from '@locutor/models';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { plainRequest } from '../../../engine/src/recognize/test-support/plain-request.ts';
import { lengthOf } from '../../../voices/src/test-support/trait-voices.ts';
import { names, recorded } from '../embed/test-support/voices.ts';

let pool: ReturnType<typeof createEnginePool>;
let recognizer: Recognizer;

beforeAll(async () => {
  const store = new ModelStore({ dir: process.env.LOCUTOR_MODELS_DIR ?? defaultModelsDir() });
  await store.fetch(['silero-vad', 'speaker-embedding', 'moonshine-base', 'moonshine-tiny']);
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

async function recognize(
  samples: Float32Array,
  voice?: RecognizeRequest['voice'],
  model: RecognizeRequest['model'] = 'moonshine-base',
) {
  return recognizer.recognize({ ...plainRequest(samples), model, ...(voice && { voice }) });
}

const SILENCE = new Float32Array(3 * 16_000);

const apart = (first: Float32Array, second: Float32Array) => joinSamples([first, SILENCE, second]);

const samplesOf = async (at: number) => (await decodeAudio(recorded(names[at]!, 1))).samples;

test('a segment has its voice where that was asked for, and the text stays the same', async () => {
  const samples = await samplesOf(0);
  const [plain] = await recognize(samples);
  expect(plain).not.toHaveProperty('voice');
  const [alone] = await recognize(samples, 'slow');
  expect(alone!.voice!.states).toHaveLength(2 * 2 * 416);
  // There is no other voice to compare it with, and the states say the rest.
  expect(alone!.voice).not.toHaveProperty('direction');
  expect(alone!.voice).not.toHaveProperty('slow');
  expect(alone!.alternatives[0]!.text).toBe(plain!.alternatives[0]!.text);
});

test('where the model has no such states the voice is embedded, at the speeds that were asked for', async () => {
  const samples = await samplesOf(0);
  const [slow] = await recognize(samples, 'slow', 'moonshine-tiny');
  expect(lengthOf(slow!.voice!.slow!)).toBeCloseTo(1, 4);
  expect(slow!.voice).not.toHaveProperty('full');
  const [both] = await recognize(samples, 'both', 'moonshine-tiny');
  expect(lengthOf(both!.voice!.full!)).toBeCloseTo(1, 4);
  expect(both!.voice).not.toHaveProperty('states');
});

test('more is embedded of the first segment than of others where the age is asked for', async () => {
  const [first, second] = [await samplesOf(0), await samplesOf(1)];
  const [one, two] = await recognize(apart(first, second), 'both', 'moonshine-tiny');
  expect(one!.voice!.speech).toBeGreaterThan(1.5);
  expect(two!.voice!.speech).toBeCloseTo(1);
});

test('every segment of several has its own voice, and silence has none', async () => {
  const segments = await recognize(apart(await samplesOf(0), await samplesOf(1)), 'slow');
  expect(segments.length).toBeGreaterThanOrEqual(2);
  const [a, b] = [segments[0]!.voice!, segments.at(-1)!.voice!];
  expect(lengthOf(a.direction!)).toBeCloseTo(1, 4);
  expect(a.direction!.reduce((sum, value, n) => sum + value * b.direction![n]!, 0)).toBeLessThan(0.9);
  expect(a.states).not.toEqual(b.states);
  expect(await recognize(SILENCE, 'slow')).toEqual([
    expect.not.objectContaining({ voice: expect.anything() }),
  ]);
});
