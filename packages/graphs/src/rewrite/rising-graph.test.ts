import { InferenceSession, Tensor } from 'onnxruntime-node';
import { expect, test } from 'vitest';
import { GraphError } from '../errors.ts';
import { GraphBuilder } from '../onnx/builder.ts';
import { elementType, type Model, writeModel } from '../onnx/onnx.ts';
import { SourceGraph } from '../onnx/source-graph.ts';
import { floatTensor } from '../onnx/tensors.ts';
import { valueInfo } from '../onnx/value-info.ts';
import { doublingsAsSums } from './doubling.ts';
import { risingGraph } from './rising-graph.ts';

const CHANNELS = 4;
const FRAMES = 5;
const made = (length: number) => Float32Array.from({ length }, (_, at) => Math.sin(3 * at) + 0.1);
const channelsFirst = made(CHANNELS * FRAMES);
const framesFirst = turned(channelsFirst, CHANNELS);

/** Rows become columns. */
function turned(values: Float32Array, rows: number): Float32Array {
  const columns = values.length / rows;
  return Float32Array.from(values, (_, at) => values[(at % rows) * columns + Math.floor(at / rows)]!);
}

interface Shape {
  outputs: number;
  taps: number;
  stride: number;
  padding: number;
  group: number;
  outputPadding: number;
}

/** As published: channels × frames through an activation and a transposed convolution. */
function published({ outputs, taps, stride, padding, group, outputPadding }: Shape): Model {
  const graph = new GraphBuilder('published');
  graph.input(valueInfo('values', elementType.float, [1, CHANNELS, 'frames']));
  graph.add('LeakyRelu', 'active', ['values'], { alpha: 0.1 });
  const weights = made(CHANNELS * (outputs / group) * taps);
  graph.initializer(floatTensor('weights', [CHANNELS, outputs / group, taps], weights));
  graph.initializer(floatTensor('bias', [outputs], made(outputs)));
  graph.add('ConvTranspose', 'raised', ['active', 'weights', 'bias'], {
    ...{ strides: [stride], kernel_shape: [taps], dilations: [1], pads: [padding, padding] },
    ...{ group: BigInt(group), output_padding: [outputPadding] },
  });
  graph.output(valueInfo('raised', elementType.float, [1, outputs, 'more']));
  return graph.model();
}

async function run(model: Model, name: string, values: Float32Array, dims: number[]): Promise<Tensor> {
  const session = await InferenceSession.create(writeModel(model));
  const { raised } = await session.run({ [name]: new Tensor('float32', values, dims) });
  await session.release();
  return raised!;
}

const rising = { outputs: 3, taps: 12, stride: 6, padding: 3, group: 1, outputPadding: 0 };

function riseOf(model: Model, options = {}): Model {
  const source = new SourceGraph(model.graph, 'test');
  return risingGraph(source, source.node('raised', 'ConvTranspose'), options);
}

test('a rise gives what the transposed convolution gives', async () => {
  const model = published(rising);
  const expected = await run(model, 'values', channelsFirst, [1, CHANNELS, FRAMES]);
  const found = await run(riseOf(model), 'frames', framesFirst, [1, FRAMES, CHANNELS]);
  expect(found.dims).toEqual([1, 6 * FRAMES, 3]);
  const rows = turned(expected.data as Float32Array, 3);
  for (const [at, value] of (found.data as Float32Array).entries()) expect(value).toBeCloseTo(rows[at]!, 4);
});

test('a rise divides, and repeats its second row before the first', async () => {
  const model = published(rising);
  const plain = (await run(riseOf(model), 'frames', framesFirst, [1, FRAMES, CHANNELS])).data as Float32Array;
  const threefold = framesFirst.map((value) => 3 * value);
  const reflected = riseOf(model, { divisor: 3, isReflected: true });
  const found = await run(reflected, 'frames', threefold, [1, FRAMES, CHANNELS]);
  expect(found.dims).toEqual([1, 6 * FRAMES + 1, 3]);
  const expected = [...plain.slice(3, 6), ...plain];
  for (const [at, value] of (found.data as Float32Array).entries())
    expect(value).toBeCloseTo(expected[at]!, 4);
});

test('a rise of another shape is refused', () => {
  expect(() => riseOf(published({ ...rising, taps: 13 }))).toThrow(GraphError);
});

const doubling = { outputs: CHANNELS, taps: 3, stride: 2, padding: 1, group: CHANNELS, outputPadding: 1 };

test('a doubling of frames as sums gives the same', async () => {
  const model = published(doubling);
  const sums = { ...model, graph: doublingsAsSums(model.graph) };
  expect(sums.graph.nodes.map(({ opType }) => opType)).not.toContain('ConvTranspose');
  const dims = [1, CHANNELS, FRAMES];
  const expected = await run(model, 'values', channelsFirst, dims);
  const found = await run(sums, 'values', channelsFirst, dims);
  expect(found.dims).toEqual([1, CHANNELS, 2 * FRAMES]);
  const values = expected.data as Float32Array;
  for (const [at, value] of (found.data as Float32Array).entries()) expect(value).toBeCloseTo(values[at]!, 5);
});

test('a convolution of each channel that does not double the frames is refused', () => {
  const { graph } = published({ ...doubling, outputPadding: 0 });
  expect(() => doublingsAsSums(graph)).toThrow(GraphError);
});

test('a transposed convolution across channels stays', () => {
  const { graph } = published(rising);
  expect(doublingsAsSums(graph)).toBe(graph);
});
