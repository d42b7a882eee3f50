import fc from 'fast-check';
import { InferenceSession, Tensor } from 'onnxruntime-node';
import { expect, test } from 'vitest';
import { type Model, writeModel } from '../onnx/onnx.ts';
import { floatProduct, quantisedProduct } from './layer-products.ts';
import { withSignedWeights } from './signed-products.ts';

const [FRAMES, ROWS, COLUMNS] = [3, 4, 2];
const bytes = (length: number, max = 255) => fc.uint8Array({ minLength: length, maxLength: length, max });
const bias = Float32Array.of(0.5, -2);

async function run(model: Model, feeds: Record<string, Tensor>): Promise<Float32Array> {
  const session = await InferenceSession.create(writeModel(model), { intraOpNumThreads: 1 });
  const { values } = await session.run(feeds);
  await session.release();
  return values!.data as Float32Array;
}

function multiplied(windows: ArrayLike<number>, weights: ArrayLike<number>): number[] {
  return Array.from({ length: FRAMES * COLUMNS }, (_, at) => {
    const [frame, column] = [Math.floor(at / COLUMNS), at % COLUMNS];
    let sum = bias[column]!;
    for (let row = 0; row < ROWS; row++)
      sum += windows[frame * ROWS + row]! * weights[row * COLUMNS + column]!;
    return sum;
  });
}

function expectClose(found: Float32Array, expected: readonly number[]): void {
  for (const [at, value] of expected.entries()) expect(found[at]).toBeCloseTo(value, 3);
}

test('bytes stand for steps from their zeros, whether weights are signed or not', async () => {
  // Weights of seven bits: processors without instructions for signed ones cut off sums of larger ones.
  const cases = fc.record({
    windows: bytes(FRAMES * ROWS),
    weights: bytes(ROWS * COLUMNS, 127),
    zero: fc.nat(255),
    weightZero: fc.integer({ min: 40, max: 90 }),
  });
  const property = fc.asyncProperty(cases, async ({ windows, weights, zero, weightZero }) => {
    const [scale, weightScale] = [0.01, 0.02];
    const feeds = {
      windows: new Tensor('uint8', windows, [FRAMES, ROWS]),
      scale: new Tensor('float32', Float32Array.of(scale), []),
      zero: new Tensor('uint8', Uint8Array.of(zero), []),
    };
    const model = quantisedProduct({ weights, columns: COLUMNS, scale: weightScale, zero: weightZero, bias });
    const expected = multiplied(
      Array.from(windows, (byte) => (byte - zero) * scale),
      Array.from(weights, (byte) => (byte - weightZero) * weightScale),
    );
    expectClose(await run(model, feeds), expected);
    expectClose(await run({ ...model, graph: withSignedWeights(model.graph) }, feeds), expected);
  });
  await fc.assert(property, { numRuns: 20 });
});

test('floats are multiplied as they are', async () => {
  const windows = Float32Array.from({ length: FRAMES * ROWS }, (_, at) => Math.sin(at));
  const weights = Float32Array.from({ length: ROWS * COLUMNS }, (_, at) => Math.cos(at));
  const feeds = { windows: new Tensor('float32', windows, [FRAMES, ROWS]) };
  expectClose(await run(floatProduct(weights, COLUMNS, bias), feeds), multiplied(windows, weights));
});
