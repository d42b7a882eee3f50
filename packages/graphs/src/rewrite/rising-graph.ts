import { GraphError } from '../errors.ts';
import { GraphBuilder } from '../onnx/builder.ts';
import { elementType, type Model, type Node } from '../onnx/onnx.ts';
import type { SourceGraph } from '../onnx/source-graph.ts';
import { floatTensor, floatValues } from '../onnx/tensors.ts';
import { valueInfo } from '../onnx/value-info.ts';

interface RisingOptions {
  /** What goes in is divided by it. */
  divisor?: number;
  /** Whether the second row is repeated before the first, as the published generator pads its second stage. */
  isReflected?: boolean;
}

/**
 * A transposed convolution that gives `stride` frames for each, with the activation before it: `frames` in, `raised` out. It is one product over
 * windows of two frames, which takes a third of the time of the operator: that one writes its product apart and adds it up column by column.
 */
export function risingGraph(source: SourceGraph, convolution: Node, options: RisingOptions = {}): Model {
  const { divisor = 1, isReflected = false } = options;
  const { channels, outputs, stride, padding, weights, bias } = readRising(source, convolution);
  const activation = source.producer(convolution.inputs[0]!, 'LeakyRelu');
  const slope = activation.attributes.find(({ name }) => name === 'alpha')!.float!;
  const graph = new GraphBuilder('rise');
  const frames = graph.input(valueInfo('frames', elementType.float, [1, 'frames', channels]));
  const slice = (name: string, input: string, from: number, to: number) =>
    graph.add('Slice', name, [input, graph.integers(from), graph.integers(to), graph.integers(1)]);
  const active = graph.add('LeakyRelu', 'active', [frames], { alpha: slope });
  const padded = graph.add('Pad', 'padded', [active, graph.integers(0, 1, 0, 0, 1, 0)]);
  const before = slice('before', padded, 0, -1);
  const behind = slice('behind', padded, 1, END);
  const pairs = graph.add('Concat', 'pairs', [before, behind], { axis: 2n });
  const windows = graph.add('Reshape', 'windows', [pairs, graph.integers(-1, 2 * channels)]);
  const matrix = windowedWeights(weights, { channels, outputs, stride, divisor });
  const product = graph.add('Gemm', 'product', [
    windows,
    graph.initializer(floatTensor('weights', [2 * channels, stride * outputs], matrix)),
    graph.initializer(floatTensor('bias', [stride * outputs], repeated(bias, stride))),
  ]);
  const rows = graph.add('Reshape', 'rows', [product, graph.integers(1, -1, outputs)]);
  const raised = slice(isReflected ? 'inner' : 'raised', rows, padding, -padding);
  if (isReflected)
    graph.add('Concat', 'raised', [slice('second', rows, padding + 1, padding + 2), raised], { axis: 1n });
  graph.output(valueInfo('raised', elementType.float, [1, 'raised', outputs]));
  return graph.model();
}

const END = 2 ** 31 - 1;

interface Rising {
  channels: number;
  outputs: number;
  stride: number;
  padding: number;
  /** Channels × outputs × taps. */
  weights: Float32Array;
  bias: Float32Array;
}

function readRising(source: SourceGraph, { name, inputs, attributes }: Node): Rising {
  const numbers = (key: string) => attributes.find((each) => each.name === key)?.ints.map(Number) ?? [];
  const weight = source.tensor(inputs[1]!);
  const [channels, outputs, taps] = weight.dims as [number, number, number];
  const [[stride], [padding, behind]] = [numbers('strides'), numbers('pads')];
  if (stride === undefined || taps !== 2 * stride || padding === undefined || padding !== behind)
    throw new GraphError('unexpected-graph', `${name} has ${taps} taps at a stride of ${stride}`);
  const bias = floatValues(source.tensor(inputs[2]!));
  return { channels, outputs, stride, padding, weights: floatValues(weight), bias };
}

/** A frame falls on the first half of the taps, and the one before it on the second. */
function windowedWeights(
  weights: Float32Array,
  {
    channels,
    outputs,
    stride,
    divisor,
  }: Pick<Rising, 'channels' | 'outputs' | 'stride'> & { divisor: number },
): Float32Array {
  const matrix = new Float32Array(weights.length);
  for (let channel = 0; channel < channels; channel++) {
    for (let output = 0; output < outputs; output++) {
      for (let tap = 0; tap < 2 * stride; tap++) {
        const row = tap < stride ? channels + channel : channel;
        const column = (tap % stride) * outputs + output;
        const weight = weights[(channel * outputs + output) * 2 * stride + tap]!;
        matrix[row * stride * outputs + column] = weight / divisor;
      }
    }
  }
  return matrix;
}

function repeated(values: Float32Array, times: number): Float32Array {
  return Float32Array.from({ length: values.length * times }, (_, at) => values[at % values.length]!);
}
