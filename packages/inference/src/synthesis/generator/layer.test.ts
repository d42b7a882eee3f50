import { expect, test } from 'vitest';
import { writeModel } from '../../../../graphs/src/onnx/onnx.ts';
import { floatProduct, quantisedProduct } from '../../../../graphs/src/rewrite/layer-products.ts';
import { Layer } from './layer.ts';
import { ROWS_AT_ONCE, Workspace } from './workspace.ts';

const [CHANNELS, TAPS, DILATION] = [128, 3, 2];
/** More than are multiplied at once. */
const ROWS = ROWS_AT_ONCE + 100;
const WIDTH = TAPS * CHANNELS;
const needs = { frames: 10, channels: [256, CHANNELS], taps: TAPS, padding: DILATION };
const numbers = (length: number, step: number) =>
  Float32Array.from({ length }, (_, at) => Math.sin(at * step + (at % 7)));
const values = numbers(ROWS * CHANNELS, 0.37);
const bytes = Uint8Array.from({ length: WIDTH * CHANNELS }, (_, at) => (at * 37) % 128);
const [SCALE, ZERO] = [0.001, 64];
const bias = numbers(CHANNELS, 0.9);
const factors = {
  scales: numbers(CHANNELS, 1.1),
  shifts: numbers(CHANNELS, 1.3),
  inverses: numbers(CHANNELS, 1.7),
};
const described = { taps: TAPS, dilation: DILATION, epsilon: 1e-5, inverses: Array.from(factors.inverses) };

/** What a row of the layer gives, written out. */
function convolved(row: number, channel: number): number {
  let sum = bias[channel]!;
  for (let tap = 0; tap < TAPS; tap++) {
    const seen = row + (tap - (TAPS - 1) / 2) * DILATION;
    if (seen < 0 || seen >= ROWS) continue;
    for (let from = 0; from < CHANNELS; from++) {
      const w = values[seen * CHANNELS + from]! * factors.scales[from]! + factors.shifts[from]!;
      const weight = (bytes[(tap * CHANNELS + from) * CHANNELS + channel]! - ZERO) * SCALE;
      sum += (w + Math.sin(w) ** 2) * factors.inverses[from]! * weight;
    }
  }
  return sum;
}

async function run(product: Uint8Array, isFloat: boolean): Promise<Float32Array> {
  const place = { from: 0, to: product.length };
  const layer = await Layer.open(
    { ...described, product: place, ...(!isFloat && { signedProduct: place }) },
    0,
    product,
    false,
  );
  const workspace = new Workspace(needs);
  const frames = workspace.frames('tone', ROWS, CHANNELS);
  workspace.arithmetic.floats(frames).set(values);
  await layer.run(frames, frames, factors, workspace);
  await layer.release();
  return workspace.arithmetic.floats(frames);
}

/** At both ends, and where one run gives way to the next. */
function expectConvolved(found: Float32Array, tolerance: number): void {
  for (const row of [0, 1, 2, ROWS_AT_ONCE - 1, ROWS_AT_ONCE, ROWS - 2, ROWS - 1]) {
    for (let channel = 0; channel < CHANNELS; channel++) {
      const difference = found[row * CHANNELS + channel]! - convolved(row, channel);
      expect(Math.abs(difference)).toBeLessThan(tolerance);
    }
  }
}

test('a layer activates and convolves floats', async () => {
  const weights = Float32Array.from(bytes, (byte) => (byte - ZERO) * SCALE);
  expectConvolved(await run(writeModel(floatProduct(weights, CHANNELS, bias)), true), 1e-4);
});

test('a layer activates and convolves bytes', async () => {
  const model = quantisedProduct({ weights: bytes, columns: CHANNELS, scale: SCALE, zero: ZERO, bias });
  // Values lie within 3, so that a step of their bytes is a fortieth.
  expectConvolved(await run(writeModel(model), false), 0.05);
});

test('what is too long for its memory is refused', () => {
  const workspace = new Workspace(needs);
  expect(() => workspace.frames('sum', 1202, CHANNELS)).toThrow('1202 rows of 128 channels do not fit');
});
