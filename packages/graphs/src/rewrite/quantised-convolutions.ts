import { GraphError } from '../errors.ts';
import { attribute, microsoft } from '../onnx/builder.ts';
import { elementType, type Graph, type Node, type Tensor } from '../onnx/onnx.ts';
import { pruneGraph } from '../onnx/prune.ts';
import { SourceGraph } from '../onnx/source-graph.ts';
import { int64Tensor, uint8Tensor } from '../onnx/tensors.ts';
import { windowMatrix } from './convolution.ts';

/**
 * Writes one-dimensional 8-bit convolutions as 8-bit matrix products over windows of frames. onnxruntime's ConvInteger takes
 * four fifths of the time of the synthesis model; with products the model takes about half of its time. Only the bias comes out
 * otherwise: it is not rounded to a step of the sums.
 */
export function convolutionsAsProducts(graph: Graph): Graph {
  const source = new SourceGraph(graph, 'graph with convolutions');
  const rewritten = new Map<Node, Node[]>();
  const initializers: Tensor[] = [];
  for (const node of graph.nodes) {
    if (node.opType !== 'ConvInteger') continue;
    const convolution = readConvolution(source, node);
    const product = productOf(convolution);
    rewritten.set(convolution.last, product.nodes);
    initializers.push(...product.initializers);
  }
  if (rewritten.size === 0) return graph;
  return pruneGraph({
    ...graph,
    nodes: graph.nodes.flatMap((node) => rewritten.get(node) ?? [node]),
    initializers: [...graph.initializers, ...new Map(initializers.map((each) => [each.name, each])).values()],
  });
}

/** A published convolution: quantised input, ConvInteger, Add of a quantised bias, Cast, Mul. */
export interface QuantisedConvolution {
  name: string;
  input: { values: string; scale: string; zeroPoint: string };
  weight: Tensor;
  weightScale: string;
  weightZeroPoint: string;
  /** As a float; none where the convolution has none. */
  bias: string | undefined;
  dilation: number;
  stride: number;
  padding: [number, number];
  /** The node that gives its output. */
  last: Node;
}

export function readConvolution(source: SourceGraph, node: Node): QuantisedConvolution {
  const name = node.name!;
  const [values, weight, zeroPoint, weightZeroPoint] = node.inputs as [string, string, string, string];
  const numbers = (key: string) => node.attributes.find((each) => each.name === key)?.ints.map(Number) ?? [];
  const group = node.attributes.find((each) => each.name === 'group')?.int ?? 1n;
  const weights = source.tensor(weight);
  const { dims, dataType, rawData } = weights;
  if (dims.length !== 3 || group !== 1n || dataType !== elementType.uint8 || !rawData)
    throw new GraphError('unexpected-graph', `${name} is not a plain one-dimensional convolution`);
  let next = source.consumer(node.outputs[0]!);
  let bias: string | undefined;
  if (next.opType === 'Add') {
    bias = biasOf(source, next, node.outputs[0]!);
    next = source.consumer(next.outputs[0]!);
  }
  const last = source.consumer(next.outputs[0]!);
  if (next.opType !== 'Cast' || last.opType !== 'Mul')
    throw new GraphError('unexpected-graph', `${name} is followed by ${next.opType} and ${last.opType}`);
  const scales = source.producer(last.inputs.find((input) => input !== next.outputs[0])!, 'Mul');
  const quantised = source.producer(values, 'DynamicQuantizeLinear');
  const scale = quantised.outputs[1]!;
  return {
    name,
    input: { values, scale, zeroPoint },
    weight: weights,
    weightScale: scales.inputs.find((input) => input !== scale)!,
    weightZeroPoint,
    bias,
    dilation: numbers('dilations')[0] ?? 1,
    stride: numbers('strides')[0] ?? 1,
    padding: [numbers('pads')[0] ?? 0, numbers('pads')[1] ?? 0],
    last,
  };
}

/** The bias as it was before it was quantised for the Add: Reshape of Cast of Floor of Div of it. */
function biasOf(source: SourceGraph, add: Node, convolved: string): string {
  const reshaped = source.producer(add.inputs.find((input) => input !== convolved)!, 'Reshape');
  let at = reshaped.inputs[0]!;
  for (const step of ['Cast', 'Floor', 'Div']) at = source.producer(at, step).inputs[0]!;
  return at;
}

function productOf(convolution: QuantisedConvolution): { nodes: Node[]; initializers: Tensor[] } {
  const { name, input, weight, dilation, stride, last } = convolution;
  const [outputs, channels, kernel] = weight.dims as [number, number, number];
  const nodes: Node[] = [];
  const initializers: Tensor[] = [];
  const add = (opType: string, step: string, inputs: string[], attributes: Node['attributes'] = []) => {
    const output = `${name}/${step}`;
    nodes.push({ name: output, opType, inputs, outputs: [output], attributes });
    return output;
  };
  const constant = (tensor: Tensor) => {
    initializers.push(tensor);
    return tensor.name!;
  };
  const integers = (...values: number[]) =>
    constant(int64Tensor(`integers:${values}`, [values.length], values));
  const integer = (value: number) => constant(int64Tensor(`integer:${value}`, [], [value]));
  const frames = add('Transpose', 'frames', [input.values], [attribute('perm', [0, 2, 1])]);
  const [before, after] = convolution.padding;
  const padded =
    before + after === 0
      ? frames
      : add('Pad', 'padded', [frames, integers(0, before, 0, 0, after, 0), input.zeroPoint]);
  // For each output frame, the frames that it sees. A Slice for each of them and a Concat took 13 % more of the synthesis model's time.
  const windows = () => {
    const length = add('Shape', 'length', [padded], [attribute('start', 1n), attribute('end', 2n)]);
    const starts = add('Sub', 'starts', [length, integers((kernel - 1) * dilation)]);
    const [none, step] = [integer(0), integer(stride)];
    const firsts = add('Range', 'firsts', [none, add('Squeeze', 'count', [starts]), step]);
    const column = add('Unsqueeze', 'column', [firsts, integers(1)]);
    const taps = integers(...Array.from({ length: kernel }, (_, at) => at * dilation));
    const places = add('Add', 'places', [column, taps]);
    const seen = add('Gather', 'seen', [padded, places], [attribute('axis', 1n)]);
    return add('Reshape', 'windows', [seen, integers(0, 0, -1)]);
  };
  const window = kernel === 1 && stride === 1 ? padded : windows();
  const matrix = windowMatrix(weight.rawData!, outputs, channels, kernel);
  const weights = constant(uint8Tensor(`${name}/weight`, [kernel * channels, outputs], matrix));
  const product = add('MatMulIntegerToFloat', 'product', [
    window,
    weights,
    input.scale,
    convolution.weightScale,
    input.zeroPoint,
    convolution.weightZeroPoint,
    ...(convolution.bias === undefined ? [] : [convolution.bias]),
  ]);
  nodes.at(-1)!.domain = microsoft;
  nodes.push({
    name: `${name}/channels`,
    opType: 'Transpose',
    inputs: [product],
    outputs: [last.outputs[0]!],
    attributes: [attribute('perm', [0, 2, 1])],
  });
  return { nodes, initializers };
}
