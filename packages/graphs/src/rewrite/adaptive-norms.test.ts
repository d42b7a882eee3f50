import { InferenceSession, Tensor } from 'onnxruntime-node';
import { expect, test } from 'vitest';
import { GraphBuilder } from '../onnx/builder.ts';
import { elementType, type Model, writeModel } from '../onnx/onnx.ts';
import { floatTensor } from '../onnx/tensors.ts';
import { valueInfo } from '../onnx/value-info.ts';
import { fusedAdaptiveNorms } from './adaptive-norms.ts';

const CHANNELS = 4;
const column = (name: string, values: number[]) => floatTensor(name, [1, CHANNELS, 1], values);

/** Two styles of one normalised value, the first with an activation, as the synthesis model is published. */
function published(): Model {
  const graph = new GraphBuilder('norms');
  const input = graph.input(valueInfo('input', elementType.float, [1, CHANNELS, 'frames']));
  const alpha = graph.initializer(column('alpha', [0.5, 1, 2, 3]));
  const inverse = graph.initializer(column('inverse', [2, 1, 0.5, 1 / 3]));
  const scale = graph.initializer(column('scale', [1, 0.5, 1.5, -1]));
  const shift = graph.initializer(column('shift', [0, 1, -1, 0.3]));
  const epsilon = graph.initializer(floatTensor('epsilon', [], [1e-5]));
  const two = graph.initializer(floatTensor('two', [], [2]));
  const mean = graph.add('ReduceMean', 'mean', [input], { axes: [2] });
  const centred = graph.add('Sub', 'centred', [input, mean]);
  const variance = graph.add('ReduceMean', 'variance', [graph.add('Mul', 'squares', [centred, centred])], {
    axes: [2],
  });
  const deviation = graph.add('Sqrt', 'deviation', [graph.add('Add', 'safe', [variance, epsilon])]);
  const normed = graph.add('Div', 'normed', [centred, deviation]);
  const styled = graph.add('Add', 'styled', [graph.add('Mul', 'scaled', [scale, normed]), shift]);
  const sine = graph.add('Sin', 'sine', [graph.add('Mul', 'wide', [alpha, styled])]);
  const bent = graph.add('Mul', 'bent', [inverse, graph.add('Pow', 'power', [sine, two])]);
  graph.add('Add', 'active', [styled, bent]);
  graph.add('Add', 'plain', [graph.add('Mul', 'scaled-2', [shift, normed]), scale]);
  for (const name of ['active', 'plain'])
    graph.output(valueInfo(name, elementType.float, [1, CHANNELS, 'frames']));
  return graph.model();
}

async function run(model: Model): Promise<Record<string, Tensor>> {
  const session = await InferenceSession.create(writeModel(model), { intraOpNumThreads: 1 });
  const values = Float32Array.from({ length: CHANNELS * 50 }, (_, at) => Math.sin(at * 1.7) * 3 + (at % 7));
  const outputs = await session.run({ input: new Tensor('float32', values, [1, CHANNELS, 50]) });
  await session.release();
  return outputs as Record<string, Tensor>;
}

test('norms and activations come out the same with fewer operators', async () => {
  const model = published();
  const fused = { ...model, graph: fusedAdaptiveNorms(model.graph) };
  const types = fused.graph.nodes.map(({ opType }) => opType);
  expect(types.filter((type) => type === 'InstanceNormalization')).toHaveLength(2);
  expect(types).not.toContain('ReduceMean');
  expect(types).not.toContain('Pow');
  const [expected, found] = [await run(model), await run(fused)];
  for (const name of ['active', 'plain'])
    for (const [at, value] of (expected[name]!.data as Float32Array).entries())
      expect((found[name]!.data as Float32Array)[at]).toBeCloseTo(value, 4);
});

test('other divisions are left alone', () => {
  const graph = new GraphBuilder('division');
  const input = graph.input(valueInfo('input', elementType.float, [1]));
  graph.add('Div', 'output', [input, input]);
  graph.output(valueInfo('output', elementType.float, [1]));
  const model = graph.model();
  expect(fusedAdaptiveNorms(model.graph)).toBe(model.graph);
});
