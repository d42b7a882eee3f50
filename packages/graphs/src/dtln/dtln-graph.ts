import { GraphBuilder } from '../onnx/builder.ts';
import { elementType, readModel, writeModel } from '../onnx/onnx.ts';
import { SourceGraph } from '../onnx/source-graph.ts';
import { floatTensor, floatValues, only, transposed } from '../onnx/tensors.ts';
import { valueInfo } from '../onnx/value-info.ts';
import { reorderedGates } from '../rewrite/recurrent-gates.ts';
import { DTLN_FRAME as FRAME } from './dtln.ts';

const BINS = FRAME / 2 + 1;
/** Numbers that the second network turns a frame into. */
const FEATURES = 256;
const STATE = 128;

/**
 * The published model is two graphs that take one frame of 8 ms at a time, with a Fourier transform before and after the
 * first. This graph has the same weights and takes all frames of some audio at once: only the recurrent layers depend on
 * the frames before, and they take the frames as their steps.
 */
export function dtlnGraph(masking: Uint8Array, refining: Uint8Array): Uint8Array {
  const first = new SourceGraph(readModel(masking).graph, 'dtln, first network');
  const second = new SourceGraph(readModel(refining).graph, 'dtln, second network');
  const graph = new GraphBuilder('dtln-frames');
  const weights = (name: string, dims: number[], data: ArrayLike<number>) =>
    graph.initializer(floatTensor(name, dims, data));
  const matrix = (name: string, input: string, dims: number[], data: ArrayLike<number>) =>
    graph.add('MatMul', name, [input, weights(`${name}.weight`, dims, data)]);

  const frames = graph.input(valueInfo('frames', elementType.float, ['count', FRAME]));
  const spectrum = matrix('spectrum', frames, [FRAME, 2 * BINS], forwardBasis());
  const part = (name: string, from: number) => {
    const bounds = [graph.integers(from), graph.integers(from + BINS), graph.integers(1)];
    return graph.add('Slice', name, [spectrum, ...bounds]);
  };
  const square = (name: string) => graph.add('Mul', `${name}-squared`, [name, name]);
  const [real, imaginary] = [part('real', 0), part('imaginary', BINS)];
  const power = graph.add('Add', 'power', [square(real), square(imaginary)]);
  const magnitude = graph.add('Sqrt', 'magnitude', [power]);
  const kept = share(graph, 'mask', magnitude, {
    layers: ['lstm_4', 'lstm_5'].map((name) => publishedLstm(first, name)),
    matrix: floatValues(first.tensor('dense_2/kernel:0')),
    bias: floatValues(first.tensor('dense_2/bias:0')),
    size: BINS,
  });
  const both = graph.add('Concat', 'mask-of-both', [kept, kept], { axis: 1n });
  const masked = graph.add('Mul', 'masked', [spectrum, both]);
  const estimate = matrix('estimate', masked, [2 * BINS, FRAME], backwardBasis());

  const values = (name: string) => floatValues(second.tensor(`model_2/${name}`));
  const encode = transposed(floatValues(second.tensor('conv1d_2/kernel:0')), FEATURES, FRAME);
  const features = matrix('features', estimate, [FRAME, FEATURES], encode);
  const norm = 'instant_layer_normalization_1';
  const epsilon = second.tensor(`model_2/${norm}/add/y:0`);
  const level = graph.add(
    'LayerNormalization',
    'level',
    [
      features,
      weights('level.weight', [FEATURES], values(`${norm}/mul/ReadVariableOp/resource:0`)),
      weights('level.bias', [FEATURES], values(`${norm}/add_1/ReadVariableOp/resource:0`)),
    ],
    { axis: -1n, epsilon: only(floatValues(epsilon), epsilon) },
  );
  const refined = share(graph, 'refine', level, {
    layers: ['lstm_6', 'lstm_7'].map((name) => spelledOutLstm(values, name)),
    matrix: values('dense_3/Tensordot/Reshape_1:0'),
    bias: values('dense_3/BiasAdd/ReadVariableOp/resource:0'),
    size: FEATURES,
  });
  const cleaned = graph.add('Mul', 'cleaned', [features, refined]);
  const decode = transposed(floatValues(second.tensor('conv1d_3/kernel:0')), FRAME, FEATURES);
  matrix('enhanced', cleaned, [FEATURES, FRAME], decode);
  graph.output(valueInfo('enhanced', elementType.float, ['count', FRAME]));
  return writeModel(graph.model());
}

/** As the operator takes them: gates × inputs, gates × state, and biases of both. */
interface Lstm {
  inputs: number;
  input: Float32Array;
  recurrent: Float32Array;
  bias: Float32Array;
}

interface Share {
  layers: readonly Lstm[];
  matrix: Float32Array;
  bias: Float32Array;
  /** Numbers that come out of it, each between 0 and 1. */
  size: number;
}

/** Two recurrent layers over the frames, and what share of each number is speech. */
function share(
  graph: GraphBuilder,
  name: string,
  input: string,
  { layers, matrix, bias, size }: Share,
): string {
  const tensor = (part: string, dims: number[], data: Float32Array) =>
    graph.initializer(floatTensor(`${name}.${part}`, dims, data));
  let steps = input;
  for (const [n, layer] of layers.entries()) {
    const shaped = graph.add('Reshape', `${name}.steps.${n}`, [steps, graph.integers(-1, 1, layer.inputs)]);
    const recurrent = graph.add(
      'LSTM',
      `${name}.recurrent.${n}`,
      [
        shaped,
        tensor(`input.${n}`, [1, 4 * STATE, layer.inputs], layer.input),
        tensor(`state.${n}`, [1, 4 * STATE, STATE], layer.recurrent),
        tensor(`biases.${n}`, [1, 8 * STATE], layer.bias),
      ],
      { hidden_size: BigInt(STATE) },
    );
    steps = graph.add('Reshape', `${name}.flat.${n}`, [recurrent, graph.integers(-1, STATE)]);
  }
  const product = graph.add('MatMul', `${name}.product`, [steps, tensor('matrix', [STATE, size], matrix)]);
  const sum = graph.add('Add', `${name}.sum`, [product, tensor('bias', [size], bias)]);
  return graph.add('Sigmoid', name, [sum]);
}

function publishedLstm(source: SourceGraph, name: string): Lstm {
  const input = source.tensor(`${name}_W`);
  return {
    inputs: input.dims[2]!,
    input: floatValues(input),
    recurrent: floatValues(source.tensor(`${name}_R`)),
    bias: floatValues(source.tensor(`${name}_B`)),
  };
}

/** The second network has its recurrent layers as products of single frames, with the gates in another order. */
function spelledOutLstm(values: (name: string) => Float32Array, name: string): Lstm {
  const weights = (part: string) => values(`${name}/${part}/ReadVariableOp/resource:0`);
  const turned = (data: Float32Array) =>
    reorderedGates(transposed(data, data.length / (4 * STATE), 4 * STATE));
  const input = weights('MatMul');
  const bias = new Float32Array(8 * STATE);
  bias.set(reorderedGates(weights('BiasAdd')));
  return {
    inputs: input.length / (4 * STATE),
    input: turned(input),
    recurrent: turned(weights('MatMul_1')),
    bias,
  };
}

const turn = (bin: number, at: number) => (2 * Math.PI * ((bin * at) % FRAME)) / FRAME;

/** From samples to the real, then the imaginary parts of a spectrum. */
function forwardBasis(): Float32Array {
  const basis = new Float32Array(FRAME * 2 * BINS);
  for (let at = 0; at < FRAME; at++) {
    for (let bin = 0; bin < BINS; bin++) {
      basis[at * 2 * BINS + bin] = Math.cos(turn(bin, at));
      basis[at * 2 * BINS + BINS + bin] = -Math.sin(turn(bin, at));
    }
  }
  return basis;
}

/** Back again. Every bin but the first and the last stands for its mirror image too. */
function backwardBasis(): Float32Array {
  const basis = new Float32Array(2 * BINS * FRAME);
  for (let bin = 0; bin < BINS; bin++) {
    const weight = (bin === 0 || bin === BINS - 1 ? 1 : 2) / FRAME;
    for (let at = 0; at < FRAME; at++) {
      basis[bin * FRAME + at] = weight * Math.cos(turn(bin, at));
      basis[(BINS + bin) * FRAME + at] = -weight * Math.sin(turn(bin, at));
    }
  }
  return basis;
}
