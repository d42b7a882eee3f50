import { readFileSync } from 'node:fs';
import { decodeAudio } from '@locutor/audio';
import { SAMPLE_RATE } from '@locutor/contract';
import { DTLN_FRAME as FRAME, DTLN_HOP as HOP } from '@locutor/graphs';
import { defaultModelsDir, ModelStore } from '@locutor/models';
import { InferenceSession, Tensor } from 'onnxruntime-node';
import { beforeAll, expect, test } from 'vitest';
import { NoiseSuppressor } from './noise-suppressor.ts';

const store = new ModelStore({ dir: process.env.LOCUTOR_MODELS_DIR ?? defaultModelsDir() });
let suppressor: NoiseSuppressor;

beforeAll(async () => {
  await store.fetch(['dtln']);
  suppressor = await NoiseSuppressor.load(store);
});

const voice = new URL('../../test/fixtures/voices/deep-1.ogg', import.meta.url);
const speech = (await decodeAudio(readFileSync(voice))).samples.subarray(0, 2 * SAMPLE_RATE);
/** The same each time. */
let state = 7;
const noise = Float32Array.from({ length: speech.length }, () => {
  state = (48_271 * state) % 2_147_483_647;
  return 0.03 * (state / 2_147_483_647 - 0.5);
});
const noisy = speech.map((sample, at) => sample + noise[at]!);

const energy = (samples: Float32Array) => samples.reduce((sum, sample) => sum + sample * sample, 0);
const difference = (a: Float32Array, b: Float32Array) => energy(a.map((sample, at) => sample - b[at]!));

test('takes most of the noise away and leaves the speech where it is', async () => {
  const clean = await suppressor.suppress(noisy);
  expect(clean).toHaveLength(noisy.length);
  expect(difference(clean, speech)).toBeLessThan(0.5 * difference(noisy, speech));
  const softened = await suppressor.soften(noisy);
  expect(difference(softened, speech)).toBeLessThan(difference(noisy, speech));
  expect(difference(softened, speech)).toBeGreaterThan(difference(clean, speech));
});

test.each([0, 1, HOP, FRAME + 1])('%i samples of silence stay what they are', async (length) => {
  const clean = await suppressor.suppress(new Float32Array(length));
  expect(clean).toHaveLength(length);
  expect(Math.max(0, ...clean.map(Math.abs))).toBeLessThan(1e-3);
});

test('does the same as the published graphs, frame by frame', async () => {
  const some = noisy.subarray(4000, 4000 + 12 * HOP);
  const [clean, expected] = [await suppressor.suppress(some), await byPublished(some)];
  expect(difference(clean, expected)).toBeLessThan(1e-8 * energy(expected));
});

/** With a plain Fourier transform between the two graphs. */
async function byPublished(samples: Float32Array): Promise<Float32Array> {
  const [masking, refining] = await Promise.all(
    ['masking.onnx', 'refining.onnx'].map((file) => InferenceSession.create(store.path('dtln', file))),
  );
  const bins = Array.from({ length: FRAME / 2 + 1 }, (_, bin) => bin);
  const turns = (bin: number) => Array.from({ length: FRAME }, (_, at) => (2 * Math.PI * bin * at) / FRAME);
  const empty = () => new Tensor('float32', new Float32Array(512), [1, 2, 128, 2]);
  let [first, second] = [empty(), empty()];
  const sum = new Float32Array(samples.length + 2 * FRAME);
  const before = FRAME - HOP;
  const padded = new Float32Array(samples.length + 2 * FRAME);
  padded.set(samples, before);
  for (let from = 0; from < samples.length + before; from += HOP) {
    const frame = padded.subarray(from, from + FRAME);
    const parts = bins.map((bin) => {
      let [real, imaginary] = [0, 0];
      for (const [at, turn] of turns(bin).entries()) {
        real += frame[at]! * Math.cos(turn);
        imaginary -= frame[at]! * Math.sin(turn);
      }
      return [real, imaginary] as const;
    });
    const sizes = Float32Array.from(parts, ([real, imaginary]) => Math.hypot(real, imaginary));
    const masked = await masking!.run({
      input_2: new Tensor('float32', sizes, [1, 1, bins.length]),
      input_3: first,
    });
    first = masked.tf_op_layer_stack_2 as typeof first;
    const estimate = new Float32Array(FRAME);
    for (const bin of bins) {
      const share = (masked.activation_2!.data as Float32Array)[bin]!;
      const weight = (share * (bin === 0 || bin === FRAME / 2 ? 1 : 2)) / FRAME;
      const [real, imaginary] = parts[bin]!;
      for (const [at, turn] of turns(bin).entries()) {
        estimate[at]! += weight * (real * Math.cos(turn) - imaginary * Math.sin(turn));
      }
    }
    const refined = await refining!.run({
      input_4: new Tensor('float32', estimate, [1, 1, FRAME]),
      input_5: second,
    });
    second = refined.tf_op_layer_stack_5 as typeof second;
    for (const [at, value] of (refined.conv1d_3!.data as Float32Array).entries()) sum[from + at]! += value;
  }
  return sum.subarray(before, before + samples.length);
}
