import { InferenceSession, Tensor } from 'onnxruntime-node';
import { expect, test } from 'vitest';
import { GraphBuilder } from './builder.ts';
import { carriedNorms } from './carried-norms.ts';
import { carriedValues } from './kokoro.ts';
import { elementType, type Model, writeModel } from './onnx.ts';
import { floatTensor } from './tensors.ts';
import { valueInfo } from './value-info.ts';

const CHANNELS = 3;
const FRAMES = 40;

/** Two norms, one behind the other, as the synthesis model has them after its norms were fused. */
function fused(): Model {
  const graph = new GraphBuilder('norms');
  let values = graph.input(valueInfo('input', elementType.float, [1, CHANNELS, 'frames']));
  const style = graph.input(valueInfo('style', elementType.float, [1, CHANNELS, 1]));
  const alpha = graph.initializer(floatTensor('alpha', [1, CHANNELS, 1], [0.5, 1, 2]));
  for (const name of ['first', 'second']) {
    const flat = (step: string) => {
      const scaled = graph.add('Mul', `${name}/${step}`, [style, alpha]);
      return graph.add('Reshape', `${name}/${step}/flat`, [scaled, graph.integers(-1)]);
    };
    const inputs = [values, flat('scales'), flat('shifts')];
    values = graph.add('InstanceNormalization', name, inputs, { epsilon: 1e-5 });
  }
  graph.add('Tanh', 'output', [values]);
  graph.output(valueInfo('output', elementType.float, [1, CHANNELS, 'frames']));
  const model = graph.model();
  // Axes are an input of reductions from version 18 on, as in the published model.
  return { ...model, operatorSets: [{ domain: '', version: 20 }] };
}

const values = Float32Array.from(
  { length: CHANNELS * FRAMES },
  (_, at) => Math.sin(at * 1.3) * (1 + at / 30),
);
const style = new Tensor('float32', Float32Array.of(1, 2, 0.5), [1, CHANNELS, 1]);
/** Frames of the input. */
function piece(from: number, to: number): Tensor {
  const part = Array.from({ length: CHANNELS }, (_, row) =>
    Array.from(values.subarray(row * FRAMES + from, row * FRAMES + to)),
  );
  return new Tensor('float32', Float32Array.from(part.flat()), [1, CHANNELS, to - from]);
}

const { pastMeans, pastSquares, pastShare, means, squares } = carriedValues;
const state = (data: Float32Array) => new Tensor('float32', data, [data.length]);
const share = (value: number) => new Tensor('float32', Float32Array.of(value), []);
const nothing = { [pastMeans]: state(new Float32Array(6)), [pastSquares]: state(new Float32Array(6)) };

function open(model: Model): Promise<InferenceSession> {
  return InferenceSession.create(writeModel(model), { intraOpNumThreads: 1 });
}

test('without a past, norms come out as they were', async () => {
  const model = fused();
  const carried = { ...model, graph: carriedNorms(model.graph) };
  const feeds = { input: piece(0, FRAMES), style };
  const { output: expected } = await (await open(model)).run(feeds);
  const { output } = await (await open(carried)).run({ ...feeds, ...nothing, [pastShare]: share(0) });
  for (const [at, value] of (expected!.data as Float32Array).entries())
    expect((output!.data as Float32Array)[at]).toBeCloseTo(value, 4);
});

test('the past counts by its share', async () => {
  const model = fused();
  const session = await open({ ...model, graph: carriedNorms(model.graph) });
  const first = await session.run({ input: piece(0, 10), style, ...nothing, [pastShare]: share(0) });
  const past = { [pastMeans]: first[means]!, [pastSquares]: first[squares]! };
  const second = await session.run({ input: piece(10, FRAMES), style, ...past, [pastShare]: share(0.25) });
  // The first norm sees the input itself, so that its mean over both pieces is known.
  for (let row = 0; row < CHANNELS; row++) {
    const all = values.subarray(row * FRAMES, (row + 1) * FRAMES);
    const mean = all.reduce((sum, each) => sum + each, 0) / FRAMES;
    const square = all.reduce((sum, each) => sum + each * each, 0) / FRAMES;
    expect((second[means]!.data as Float32Array)[row]).toBeCloseTo(mean, 4);
    expect((second[squares]!.data as Float32Array)[row]).toBeCloseTo(square, 3);
  }
});
