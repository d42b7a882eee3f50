import { readFileSync } from 'node:fs';
import { InferenceSession, Tensor } from 'onnxruntime-node';
import { beforeAll, expect, test } from 'vitest';
import { defaultModelsDir } from '../default-dir.ts';
import { ModelStore } from '../store.ts';
import { carriedValues, kokoroGraphs } from './kokoro.ts';

const store = new ModelStore({ dir: process.env.LOCUTOR_MODELS_DIR || defaultModelsDir() });
const options = { intraOpNumThreads: 1, interOpNumThreads: 1 };
/** "Hello." */
const ids = BigInt64Array.of(0n, 50n, 83n, 54n, 156n, 31n, 4n, 0n);
let feeds: Record<string, Tensor>;
let published: Float32Array;
let plan: Record<string, Tensor>;

beforeAll(async () => {
  await store.fetch(['kokoro']);
  const style = new Float32Array(
    Uint8Array.from(readFileSync(store.path('kokoro', 'voice-af_heart.bin'))).buffer,
  );
  feeds = {
    input_ids: new Tensor('int64', ids, [1, ids.length]),
    style: new Tensor('float32', style.slice(5 * 256, 6 * 256), [1, 256]),
    speed: new Tensor('float32', Float32Array.of(1), [1]),
  };
  const whole = await InferenceSession.create(store.path('kokoro', 'synthesis.onnx'), options);
  published = (await whole.run(feeds)).waveform!.data as Float32Array;
  const planner = await InferenceSession.create(store.path('kokoro', kokoroGraphs.planner), options);
  plan = (await planner.run(feeds)) as Record<string, Tensor>;
});

/** The tone of the voice as the published graph makes it, for a phrase that is decoded as a whole. */
function source(pitch: Float32Array): Float32Array {
  const { harmonics, bias } = JSON.parse(readFileSync(store.path('kokoro', kokoroGraphs.source), 'utf8'));
  let cycles = 0;
  const sums = Array.from(pitch, (hertz) => {
    cycles += hertz / 80;
    return cycles;
  });
  return Float32Array.from({ length: 300 * pitch.length }, (_, at) => {
    if (pitch[Math.floor(at / 300)]! <= 10) return Math.tanh(bias);
    const place = Math.max(0, (at + 0.5) / 300 - 0.5);
    const left = Math.floor(place);
    const right = sums[Math.min(left + 1, sums.length - 1)]!;
    const phase = 2 * Math.PI * (sums[left]! + (place - left) * (right - sums[left]!));
    const tone = harmonics.reduce(
      (sum: number, weight: number, n: number) => sum + weight * Math.sin((n + 1) * phase),
      0,
    );
    return Math.tanh(0.1 * tone + bias);
  });
}

async function decoded(file: string): Promise<Float32Array> {
  const decoder = await InferenceSession.create(store.path('kokoro', file), options);
  const { states, pitch } = plan;
  const tone = source(pitch!.data as Float32Array);
  const { pastMeans, pastSquares, pastShare } = carriedValues;
  const state = decoder.inputMetadata.find(({ name }) => name === pastMeans);
  const size = Number((state as InferenceSession.TensorValueMetadata).shape[0]);
  const nothing = new Tensor('float32', new Float32Array(size), [size]);
  const { waveform } = await decoder.run({
    ...{ states: states!, style: feeds.style!, [pastMeans]: nothing, [pastSquares]: nothing },
    [pastShare]: new Tensor('float32', Float32Array.of(0), []),
    source: new Tensor('float32', tone, [1, tone.length, 1]),
  });
  return waveform!.data as Float32Array;
}

test('the plan says how long each sign takes', () => {
  const durations = Array.from(plan.durations!.data as BigInt64Array, Number);
  expect(durations).toHaveLength(ids.length);
  const frames = durations.reduce((sum, each) => sum + each, 0);
  expect(plan.states!.dims).toEqual([1, 512, 2 * frames]);
  expect([plan.pitch!.dims, plan.energy!.dims]).toEqual([
    [1, 2 * frames],
    [1, 2 * frames],
  ]);
  expect(published).toHaveLength(600 * frames);
});

test('plan and decoder say what the published graph says', async () => {
  const found = await decoded(kokoroGraphs.decoder);
  expect(found).toHaveLength(published.length);
  const energy = (samples: Float32Array) => samples.reduce((sum, each) => sum + each * each, 0);
  const difference = energy(found.map((sample, at) => sample - published[at]!));
  // Other roundings move what is quantised next; 15 dB between the two were measured on a sentence of four seconds.
  expect(difference).toBeLessThan(0.15 * energy(published));
  expect(energy(found) / energy(published)).toBeCloseTo(1, 0);
});
