import { GraphBuilder } from '../models/graphs/builder.ts';
import { GraphError } from '../models/graphs/errors.ts';
import { elementType, type Graph, readModel, writeModel } from '../models/graphs/onnx.ts';
import { SourceGraph } from '../models/graphs/source-graph.ts';
import { floatTensor, floatValues } from '../models/graphs/tensors.ts';
import { valueInfo } from '../models/graphs/value-info.ts';

/** Samples of a row as the graph takes it: a window with the end of the one before, and its own end mirrored. */
export const ROW = 640;
export const STATE = 128;

const STRIDES = [1, 2, 2, 1];
const BINS = 129;
const PREFIX = 'If_0_then_branch__Inline_0__';

/**
 * The published graph judges one window at a time, and spends most of it on what surrounds the arithmetic: two branches
 * for two rates, and conditions about shapes in each. This one, with the same weights, judges any number of windows that
 * follow each other: everything but the recurrent layer does not depend on the windows before, and the recurrent layer
 * takes them as its steps.
 */
export function rowGraph(published: Uint8Array): Uint8Array {
  const source = new SourceGraph(branchFor16kHz(readModel(published).graph), 'silero');
  const values = (name: string) => floatValues(source.tensor(`${PREFIX}${name}`));
  const graph = new GraphBuilder('silero-rows');
  const weights = (name: string, dims: number[], data = values(name)) =>
    graph.initializer(floatTensor(name, dims, data));

  const rows = graph.input(valueInfo('rows', elementType.float, ['windows', 1, ROW]));
  const hidden = graph.input(valueInfo('hidden', elementType.float, [1, 1, STATE]));
  const cell = graph.input(valueInfo('cell', elementType.float, [1, 1, STATE]));

  const basis = weights('stft.forward_basis_buffer', [2 * BINS, 1, 256]);
  const spectrum = graph.add('Conv', 'spectrum', [rows, basis], { strides: [128] });
  const square = (name: string, from: number) => {
    const bounds = [graph.integers(from), graph.integers(from + BINS), graph.integers(1)];
    const part = graph.add('Slice', name, [spectrum, ...bounds]);
    return graph.add('Mul', `${name}-squared`, [part, part]);
  };
  const power = graph.add('Add', 'power', [square('real', 0), square('imaginary', BINS)]);
  let features = graph.add('Sqrt', 'magnitude', [power]);
  for (const [layer, stride] of STRIDES.entries()) {
    const name = `encoder.${layer}.reparam_conv`;
    const { dims } = source.tensor(`${PREFIX}${name}.weight`);
    const inputs = [features, weights(`${name}.weight`, dims), weights(`${name}.bias`, [dims[0]!])];
    const convolved = graph.add('Conv', name, inputs, { strides: [stride], pads: [1, 1] });
    features = graph.add('Relu', `${name}.relu`, [convolved]);
  }

  const steps = graph.add('Reshape', 'steps', [features, graph.integers(-1, 1, STATE)]);
  const gates = (name: string) => reordered(values(`decoder.rnn.${name}`));
  const biases = Float32Array.of(...gates('bias_ih'), ...gates('bias_hh'));
  const recurrent = graph.add(
    'LSTM',
    'recurrent',
    [
      steps,
      weights('weight_ih', [1, 4 * STATE, STATE], gates('weight_ih')),
      weights('weight_hh', [1, 4 * STATE, STATE], gates('weight_hh')),
      weights('biases', [1, 8 * STATE], biases),
      '',
      hidden,
      cell,
    ],
    { hidden_size: BigInt(STATE) },
    { outputs: ['recurrent', 'nextHidden', 'nextCell'] },
  );
  const flat = graph.add('Reshape', 'flat', [recurrent, graph.integers(-1, STATE)]);
  const active = graph.add('Relu', 'active', [flat]);
  const weighted = graph.add('MatMul', 'weighted', [active, weights('decoder.decoder.2.weight', [STATE, 1])]);
  const sum = graph.add('Add', 'sum', [weighted, weights('decoder.decoder.2.bias', [1])]);
  graph.add('Sigmoid', 'probabilities', [sum]);
  graph.output(valueInfo('probabilities', elementType.float, ['windows', 1]));
  graph.output(valueInfo('nextHidden', elementType.float, [1, 1, STATE]));
  graph.output(valueInfo('nextCell', elementType.float, [1, 1, STATE]));
  return writeModel(graph.model());
}

function branchFor16kHz(graph: Graph): Graph {
  const choice = graph.nodes.find(({ opType }) => opType === 'If');
  const branch = choice?.attributes.find(({ name }) => name === 'then_branch')?.graph;
  if (!branch) throw new GraphError('unexpected-graph', 'silero: no branch for 16 kHz');
  return branch;
}

/** The weights have the gates as input, forget, cell, output; the operator wants input, output, forget, cell. */
function reordered(values: Float32Array): Float32Array {
  const size = values.length / 4;
  const gate = (n: number) => values.subarray(n * size, (n + 1) * size);
  const result = new Float32Array(values.length);
  for (const [place, from] of [0, 3, 1, 2].entries()) result.set(gate(from), place * size);
  return result;
}
