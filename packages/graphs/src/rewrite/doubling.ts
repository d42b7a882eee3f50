import { GraphError } from '../errors.ts';
import { attribute } from '../onnx/builder.ts';
import type { Graph, Node, Tensor } from '../onnx/onnx.ts';
import { pruneGraph } from '../onnx/prune.ts';
import { SourceGraph } from '../onnx/source-graph.ts';
import { floatTensor, floatValues, int64Tensor } from '../onnx/tensors.ts';

const TAPS = 3;
/** That of a transposed convolution with three taps that gives two frames for each. */
const ATTRIBUTES = { strides: [2], pads: [1, 1], output_padding: [1], dilations: [1] } as const;

/**
 * Writes transposed convolutions that see each channel alone and double the frames as sums: a frame weighed, and then that frame and the next,
 * weighed. The operator takes four times as long for them, since it makes a product for each channel.
 */
export function doublingsAsSums(graph: Graph): Graph {
  const source = new SourceGraph(graph, 'graph with transposed convolutions');
  const rewritten = new Map<Node, Node[]>();
  const initializers: Tensor[] = [
    int64Tensor('doubling/behind', [6], [0, 0, 0, 0, 1, 0]),
    int64Tensor('doubling/first', [1], [1]),
    int64Tensor('doubling/end', [1], [2 ** 31 - 1]),
  ];
  for (const node of graph.nodes) {
    if (node.opType !== 'ConvTranspose' || groupOf(node) === 1) continue;
    const sums = sumsOf(source, node);
    rewritten.set(node, sums.nodes);
    initializers.push(...sums.initializers);
  }
  if (rewritten.size === 0) return graph;
  return pruneGraph({
    ...graph,
    nodes: graph.nodes.flatMap((node) => rewritten.get(node) ?? [node]),
    initializers: [...graph.initializers, ...initializers],
  });
}

function groupOf({ attributes }: Node): number {
  return Number(attributes.find(({ name }) => name === 'group')?.int ?? 1n);
}

function sumsOf(source: SourceGraph, node: Node): { nodes: Node[]; initializers: Tensor[] } {
  const name = node.name!;
  const weight = source.tensor(node.inputs[1]!);
  const [channels, outputs, taps] = weight.dims as [number, number, number];
  const isDoubling = Object.entries(ATTRIBUTES).every(([key, values]) => {
    const found = node.attributes.find((each) => each.name === key)?.ints.map(Number);
    return found?.length === values.length && values.every((value, at) => value === found[at]);
  });
  if (!isDoubling || outputs !== 1 || taps !== TAPS || groupOf(node) !== channels)
    throw new GraphError('unexpected-graph', `${name} does not double the frames of each channel`);
  const values = floatValues(weight);
  const initializers: Tensor[] = [];
  const constant = (step: string, dims: number[], of: ArrayLike<number>) => {
    initializers.push(floatTensor(`${name}/${step}`, dims, of));
    return `${name}/${step}`;
  };
  const tap = (at: number) =>
    constant(
      `tap-${at}`,
      [channels],
      Float32Array.from({ length: channels }, (_, row) => values[TAPS * row + at]!),
    );
  const nodes: Node[] = [];
  const add = (opType: string, step: string, inputs: string[], attributes: Node['attributes'] = []) => {
    const output = step === 'doubled' ? node.outputs[0]! : `${name}/${step}`;
    nodes.push({ name: `${name}/${step}`, opType, inputs, outputs: [output], attributes });
    return output;
  };
  const bias = constant('bias', [channels], floatValues(source.tensor(node.inputs[2]!)));
  const turned = [attribute('perm', [0, 2, 1])];
  const frames = add('Transpose', 'frames', [node.inputs[0]!], turned);
  const padded = add('Pad', 'padded', [frames, 'doubling/behind']);
  const next = add('Slice', 'next', [padded, 'doubling/first', 'doubling/end', 'doubling/first']);
  const even = add('Add', 'even', [add('Mul', 'own', [frames, tap(1)]), bias]);
  const both = add('Add', 'both', [
    add('Mul', 'before', [frames, tap(2)]),
    add('Mul', 'behind', [next, tap(0)]),
  ]);
  const odd = add('Add', 'odd', [both, bias]);
  const pairs = add('Concat', 'pairs', [even, odd], [attribute('axis', 2n)]);
  const shape = `${name}/shape`;
  initializers.push(int64Tensor(shape, [3], [1, -1, channels]));
  add('Transpose', 'doubled', [add('Reshape', 'rows', [pairs, shape])], turned);
  return { nodes, initializers };
}
