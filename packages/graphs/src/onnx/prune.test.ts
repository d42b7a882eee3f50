import { expect, test } from 'vitest';
import type { Graph, Node } from './onnx.ts';
import { pruneGraph } from './prune.ts';
import { floatTensor } from './tensors.ts';

function node(inputs: string[], outputs: string[]): Node {
  return { opType: 'Op', inputs, outputs, attributes: [] };
}

function graph(nodes: Node[]): Graph {
  return {
    nodes,
    inputs: [{ name: 'x' }, { name: 'unused' }],
    outputs: [{ name: 'y' }],
    initializers: [floatTensor('w', [1], [1]), floatTensor('spare', [1], [1])],
  };
}

test('only what the outputs need is left, in running order', () => {
  const last = node(['b', 'a'], ['y']);
  const shared = node(['x', ''], ['a', 'extra']);
  const middle = node(['a', 'w'], ['b']);
  const pruned = pruneGraph(graph([last, node(['x', 'spare'], ['dead']), middle, shared]));
  expect(pruned.nodes).toEqual([shared, middle, last]);
  expect(pruned.inputs).toEqual([{ name: 'x' }]);
  expect(pruned.initializers.map(({ name }) => name)).toEqual(['w']);
});

test('what a graph inside a node takes from outside is kept', () => {
  const outer = node(['x'], ['y']);
  outer.attributes = [
    {
      name: 'body',
      ints: [],
      graph: {
        nodes: [node(['inner', 'w'], ['z'])],
        inputs: [{ name: 'inner' }],
        outputs: [],
        initializers: [],
      },
    },
  ];
  expect(pruneGraph(graph([outer])).initializers.map(({ name }) => name)).toEqual(['w']);
});

test('a loop is refused', () => {
  expect(() => pruneGraph(graph([node(['b'], ['y']), node(['y'], ['b'])]))).toThrow('depends on itself');
});
