import { InferenceSession, Tensor } from 'onnxruntime-node';
import { expect, test } from 'vitest';
import { elementType, type Graph, type Model, type Node, readModel, writeModel } from '../onnx/onnx.ts';
import { floatTensor } from '../onnx/tensors.ts';
import { valueInfo } from '../onnx/value-info.ts';
import { flattenBranch } from './flatten.ts';

const { float, bool } = elementType;

function node(opType: string, inputs: string[], outputs: string[]): Node {
  return { opType, inputs, outputs, attributes: [] };
}

function branch(nodes: Node[], output: string, initializers: Graph['initializers'] = []): Graph {
  return { name: output, nodes, inputs: [], outputs: [valueInfo(output, float, ['n'])], initializers };
}

/** As decoders are merged: weights outside, one branch per way of running. */
function merged(): Model {
  const choice = node('If', ['use_past'], ['result']);
  choice.attributes = [
    {
      name: 'then_branch',
      type: 5,
      ints: [],
      graph: branch(
        [node('Mul', ['x', 'w'], ['product']), node('Add', ['product', 'past'], ['with_past'])],
        'with_past',
      ),
    },
    {
      name: 'else_branch',
      type: 5,
      ints: [],
      graph: branch([node('Sub', ['x', 'own'], ['result'])], 'result', [floatTensor('own', [2], [10, 20])]),
    },
  ];
  return {
    irVersion: 8,
    operatorSets: [{ domain: '', version: 14 }],
    graph: {
      name: 'merged',
      nodes: [choice],
      inputs: [
        valueInfo('x', float, ['n']),
        valueInfo('past', float, ['n']),
        valueInfo('use_past', bool, [1]),
      ],
      outputs: [valueInfo('result', float, ['n'])],
      initializers: [floatTensor('w', [2], [3, 4])],
    },
  };
}

async function run(model: Model, feeds: Record<string, Tensor>): Promise<unknown> {
  const session = await InferenceSession.create(writeModel(readModel(writeModel(model))));
  return (await session.run(feeds)).result!.data;
}

const x = new Tensor('float32', Float32Array.of(1, 2), [2]);
const past = new Tensor('float32', Float32Array.of(0.5, 0.25), [2]);
const usePast = (value: boolean) => new Tensor('bool', [value], [1]);

test.each([
  ['then_branch', true, { x, past }, ['x', 'past'], ['w']],
  ['else_branch', false, { x }, ['x'], ['own']],
] as const)('%s alone gives what the merged model gives', async (name, flag, feeds, inputs, weights) => {
  const flat = flattenBranch(merged(), name);
  expect(flat.graph.inputs.map((input) => input.name)).toEqual(inputs);
  expect(flat.graph.initializers.map((weight) => weight.name)).toEqual(weights);
  expect(await run(flat, feeds)).toEqual(await run(merged(), { x, past, use_past: usePast(flag) }));
});

test('a model without an If, or with a branch missing, is refused with the reason', () => {
  const plain = merged();
  plain.graph.nodes = [];
  expect(() => flattenBranch(plain, 'then_branch')).toThrow('0 If nodes');
  const half = merged();
  half.graph.nodes[0]!.attributes.length = 1;
  expect(() => flattenBranch(half, 'else_branch')).toThrow('no else_branch');
});

test('a branch that uses a value nobody gives is refused', () => {
  const broken = merged();
  broken.graph.initializers = [];
  expect(() => flattenBranch(broken, 'then_branch')).toThrow('nothing gives the value w');
});
