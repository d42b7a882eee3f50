import { expect, test } from 'vitest';
import type { Graph, Node } from './onnx.ts';
import { checkSignatures, signature } from './signature.ts';
import { SourceGraph } from './source-graph.ts';
import { floatTensor, int64Tensor, uint8Tensor } from './tensors.ts';

function node(name: string, opType: string, inputs: string[], outputs: string[]): Node {
  return { name, opType, inputs, outputs, attributes: [] };
}

/** Two layers that differ only in weights, and a node around them. */
function graph(): Graph {
  return {
    inputs: [{ name: 'x' }],
    outputs: [{ name: 'y' }],
    initializers: [
      floatTensor('w0', [3], [1, 2, 3]),
      floatTensor('w1', [3], [4, 5, 6]),
      int64Tensor('heads', [1], [8]),
    ],
    nodes: [
      node('/layers.0/split', 'Reshape', ['x', 'heads'], ['a']),
      node('/layers.0/scale', 'Mul', ['a', 'w0'], ['b']),
      node('/layers.1/split', 'Reshape', ['b', 'heads'], ['c']),
      node('/layers.1/scale', 'Mul', ['c', 'w1'], ['d']),
      node('/end', 'Neg', ['d'], ['y']),
    ],
  };
}

const of = (source: Graph, layer: number) => {
  const prefix = `/layers.${layer}/`;
  return signature(new SourceGraph(source, 'test'), (name) => name.startsWith(prefix), prefix);
};

test('a signature does not depend on the weights or on the number of the layer', () => {
  expect(of(graph(), 1)).toBe(of(graph(), 0));
});

const changes: Record<string, (graph: Graph) => void> = {
  'an operator': ({ nodes }) => {
    nodes[1]!.opType = 'Add';
  },
  'the wiring': ({ nodes }) => {
    nodes[1]!.inputs[0] = 'x';
  },
  'a small constant': ({ initializers }) => {
    initializers[2] = int64Tensor('heads', [1], [4]);
  },
  'the type of a weight': ({ initializers }) => {
    initializers[0] = uint8Tensor('w0', [3], new Uint8Array(3));
  },
  'an attribute': ({ nodes }) => {
    nodes[1]!.attributes.push({ name: 'axis', int: 1n, ints: [] });
  },
};

test.each(Object.keys(changes))('it changes with %s', (what) => {
  const changed = graph();
  changes[what]!(changed);
  expect(of(changed, 0)).not.toBe(of(graph(), 0));
});

test('a layer or surroundings that are not known are refused by name', () => {
  const source = new SourceGraph(graph(), 'test model');
  const around = signature(source, (name) => name === '/end', '');
  const known = { layers: [of(graph(), 0)], surroundings: [around] };
  expect(() => checkSignatures(source, '/layers.', known)).not.toThrow();
  expect(() => checkSignatures(source, '/layers.', { ...known, layers: ['0'] })).toThrow(
    '/layers.0/ is not built',
  );
  expect(() => checkSignatures(source, '/layers.', { ...known, surroundings: [] })).toThrow(
    'the test model around',
  );
});
