import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { defaultModelsDir, ModelStore } from '@locutor/models';
import fc from 'fast-check';
import { InferenceSession, Tensor as OrtTensor } from 'onnxruntime-node';
import { beforeAll, describe, expect, test } from 'vitest';
import { GraphBuilder } from '../onnx/builder.ts';
import { elementType, type Graph, readModel, type Tensor, writeModel } from '../onnx/onnx.ts';
import { valueInfo } from '../onnx/value-info.ts';
import { graphFiles } from '../recognizers/graph-files.ts';
import { layerValues } from '../recognizers/value-names.ts';
import {
  SIGNED_PROBE,
  signedModel,
  signedProbe,
  unsignedModel,
  withUnsignedWeights,
} from './signed-products.ts';

const store = new ModelStore({ dir: process.env.LOCUTOR_MODELS_DIR ?? defaultModelsDir() });
const oneThread = { intraOpNumThreads: 1, interOpNumThreads: 1 };
beforeAll(() => store.fetch(['moonshine-base']));

describe.each([graphFiles.preparedEncoder, graphFiles.preparedDecoder])('%s', (file) => {
  const graph = () => readModel(readFileSync(store.path('moonshine-base', file))).graph;

  test('multiplies by signed bytes only, and for other processors by unsigned ones only', () => {
    expectWeights(graph(), elementType.int8);
    expectWeights(withUnsignedWeights(graph()), elementType.uint8);
  });

  test('comes back byte by byte from unsigned weights', () => {
    const bytes = readFileSync(store.path('moonshine-base', file));
    const { nodes, initializers } = readModel(bytes).graph;
    const back = readModel(signedModel(readModel(unsignedModel(bytes)))).graph;
    expect(back.nodes).toEqual(nodes);
    const named = (tensors: readonly Tensor[]) =>
      new Map(tensors.map(({ name, dataType, rawData }) => [name, `${dataType} ${sha256(rawData!)}`]));
    expect(named(back.initializers)).toEqual(named(initializers));
  });

  test('has no operator before its last that rounds differently by processor', () => {
    const risky = graph().nodes.filter(({ opType }) => /Softmax|Attention/.test(opType));
    expect(risky.map(({ opType, outputs }) => [opType, outputs[0]])).toEqual(
      file === graphFiles.preparedDecoder ? [['LogSoftmax', 'log_probs']] : [],
    );
  });
});

function expectWeights({ nodes, initializers }: Graph, type: number): void {
  const types = new Map(initializers.map((tensor) => [tensor.name, tensor.dataType]));
  const products = nodes.filter(({ opType }) => /MatMulInteger|QuantizeMatMul/.test(opType));
  expect(products.length).toBeGreaterThan(40);
  for (const { name, inputs } of products) expect([name, types.get(inputs[1]!)]).toEqual([name, type]);
}

function sha256(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex');
}

test('8-bit products are exact on this processor, at their extremes too', async () => {
  const graph = new GraphBuilder('test');
  graph.input(valueInfo('left', elementType.uint8, ['rows', 'inner']));
  graph.input(valueInfo('right', elementType.uint8, ['inner', 'columns']));
  graph.add('MatMulInteger', 'product', ['left', 'right']);
  graph.output(valueInfo('product', elementType.int32, ['rows', 'columns']));
  const session = await InferenceSession.create(writeModel(graph.model()), oneThread);
  const byte = fc.oneof(fc.constantFrom(0, 127, 128, 255), fc.integer({ min: 0, max: 255 }));
  const matrix = (size: number) => fc.array(byte, { minLength: size, maxLength: size });
  const pair = fc
    .integer({ min: 1, max: 70 })
    .chain((inner) =>
      fc.record({ left: matrix(2 * inner), right: matrix(inner * 3), inner: fc.constant(inner) }),
    );
  await fc.assert(
    fc.asyncProperty(pair, async ({ left, right, inner }) => {
      const { product } = await session.run({
        left: new OrtTensor('uint8', Uint8Array.from(left), [2, inner]),
        right: new OrtTensor('uint8', Uint8Array.from(right), [inner, 3]),
      });
      const exact = Array.from({ length: 6 }, (_, cell) => {
        const [row, column] = [Math.floor(cell / 3), cell % 3];
        let sum = 0;
        for (let at = 0; at < inner; at++) sum += left[row * inner + at]! * right[at * 3 + column]!;
        return sum;
      });
      expect(Array.from(product!.data as Int32Array)).toEqual(exact);
    }),
    { numRuns: 60 },
  );
});

/** x64 with fused multiply-add, which is all of them since 2013: others round every product of floats by itself. */
function isKnownProcessor(): boolean {
  if (process.arch !== 'x64' || !existsSync('/proc/cpuinfo')) return false;
  const flags = /^flags\s*:(.*)$/m.exec(readFileSync('/proc/cpuinfo', 'utf8'))?.[1]?.split(' ') ?? [];
  return flags.includes('avx2') && flags.includes('fma');
}

/** Noise that comes and goes, the same on every machine. With softmax its bits differ between AVX2 and AVX-512. */
function pulses(length: number): Float32Array {
  let state = 1;
  return Float32Array.from({ length }, (_, at) => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) & 0x7fff_ffff;
    return 0.3 * ((state / 0x7fff_ffff) * 2 - 1) * Math.max(0, Math.sin((2 * Math.PI * 4 * at) / 16_000));
  });
}

/** The last keys that the encoder gives for three seconds of noise. */
async function lastKeys(graph: Uint8Array): Promise<string> {
  const session = await InferenceSession.create(graph, oneThread);
  const sound = pulses(48_000);
  const samples = new OrtTensor('float32', sound, [1, sound.length]);
  const last = layerValues.crossKey(7);
  const keys = (await session.run({ samples }, [last]))[last]!.data as Float32Array;
  await session.release();
  return sha256(new Uint8Array(keys.buffer, keys.byteOffset, keys.byteLength));
}

async function multipliesSignedBytes(): Promise<boolean> {
  const session = await InferenceSession.create(signedProbe(), oneThread);
  const { size, exact } = SIGNED_PROBE;
  const values = new OrtTensor('uint8', new Uint8Array(size * size).fill(255), [size, size]);
  const { sums } = await session.run({ values });
  return (sums!.data as Int32Array).every((sum) => sum === exact);
}

// The bits are those of this version of onnxruntime. A new one may round otherwise: then compare processors with
// bench/src/cpus before writing down what it gives.
test('gives the same bits on every x64 processor with AVX2', async (ctx) => {
  if (!isKnownProcessor()) ctx.skip('not an x64 processor with AVX2 and FMA');
  const graph = readFileSync(store.path('moonshine-base', graphFiles.preparedEncoder));
  const bits = '57fd3c3811b15d67406bffd0d1d12d4a638d3d840e93fdbbcd6e863fac7554c7';
  expect(await lastKeys(unsignedModel(graph))).toBe(bits);
  if (await multipliesSignedBytes()) expect(await lastKeys(graph)).toBe(bits);
});
