import { createHash } from 'node:crypto';
import { GraphError } from '../errors.ts';
import { type CutValue, cutModel } from '../onnx/cut.ts';
import { elementType, type Model, readModel, writeModel } from '../onnx/onnx.ts';
import { SourceGraph } from '../onnx/source-graph.ts';
import { floatValues, only } from '../onnx/tensors.ts';
import { valueInfo } from '../onnx/value-info.ts';
import type { NamedBytes } from '../preparer.ts';
import { fusedAdaptiveNorms } from '../rewrite/adaptive-norms.ts';
import { doublingsAsSums } from '../rewrite/doubling.ts';
import { convolutionsAsProducts } from '../rewrite/quantised-convolutions.ts';
import { signedModel } from '../rewrite/signed-products.ts';
import { framesPart, generatorParts } from './generator-parts.ts';
import { kokoroGraphs } from './kokoro.ts';

const GENERATOR = '/decoder/decoder/generator';
const WEIGHING = `${GENERATOR}/m_source/l_linear`;

/** What the planner says beside the states. */
const CURVES: readonly CutValue[] = [
  { value: '/encoder/Reshape_output_0', info: valueInfo('pitch', elementType.float, [1, 'curve']) },
  { value: '/encoder/Reshape_1_output_0', info: valueInfo('energy', elementType.float, [1, 'curve']) },
  { value: '/encoder/Gather_output_0', info: valueInfo('durations', elementType.int64, ['signs']) },
];
/** The published decoder makes it out of the pitch, beginning anew with each run; we make it outside. */
const SOURCE: CutValue = {
  value: `${GENERATOR}/m_source/l_tanh/Tanh_output_0`,
  info: valueInfo('source', elementType.float, [1, 'samples', 1]),
};

/** Channels of what the planner hands to the generator. */
const STATES = 512;

interface Parts {
  planner: Model;
  /** All but the planner, as files. */
  others: NamedBytes;
}

/**
 * The published synthesis model in parts: the last ones, the generator, which takes nearly all of the time, can then speak a phrase piece by piece,
 * while all else is done for the phrase as a whole.
 */
function partsOf(published: Uint8Array): Parts {
  const model = readModel(published);
  const source = new SourceGraph(model.graph, 'synthesis model');
  const [waveform] = model.graph.outputs;
  if (!waveform) throw new GraphError('unexpected-graph', 'the synthesis model has no output');
  const states = source.node(`${GENERATOR}/LeakyRelu`, 'LeakyRelu').inputs[0]!;
  const planner = framesPart(model, {
    wantedFrames: [{ value: states, name: 'states', channels: STATES }],
    wanted: CURVES,
  });
  const given: CutValue = {
    value: states,
    info: valueInfo('states', elementType.float, [1, STATES, 'curve']),
  };
  const generator = cutModel(model, [given, SOURCE], [{ value: waveform.name, info: waveform }]);
  expectInputs(planner, ['input_ids', 'style', 'speed']);
  expectInputs(generator, ['style', 'states', 'source']);
  return {
    planner: { ...planner, graph: doublingsAsSums(fusedAdaptiveNorms(planner.graph)) },
    others: {
      ...generatorParts({ ...generator, graph: fusedAdaptiveNorms(generator.graph) }, GENERATOR),
      [kokoroGraphs.source]: new TextEncoder().encode(JSON.stringify(sourceWeights(source))),
    },
  };
}

/** Of the quantised model. */
export function makeKokoro(published: Uint8Array): NamedBytes {
  const { planner, others } = partsOf(published);
  const graph = convolutionsAsProducts(planner.graph);
  return { [kokoroGraphs.planner]: signedModel({ ...planner, graph }), ...others };
}

const FULL_SHA256 = '8fbea51ea711f2af382e88c833d9e288c6dc82ce5e98421ea61c058ce21a34cb';

/** Of the model in full precision, which is published in parts. */
export function makeKokoroFull(published: readonly Uint8Array[]): NamedBytes {
  const whole = Buffer.concat(published);
  const sha256 = createHash('sha256').update(whole).digest('hex');
  if (sha256 !== FULL_SHA256)
    throw new GraphError('unexpected-graph', `the parts put together have the SHA-256 ${sha256}`);
  const { planner, others } = partsOf(whole);
  return { [kokoroGraphs.planner]: writeModel(planner), ...others };
}

function expectInputs({ graph }: Model, names: readonly string[]): void {
  const found = graph.inputs.map(({ name }) => name);
  if (found.length === names.length && names.every((name) => found.includes(name))) return;
  throw new GraphError(
    'unexpected-graph',
    `a part of the synthesis model needs ${found.join(', ')}, not ${names.join(', ')}`,
  );
}

function sourceWeights(source: SourceGraph): { harmonics: number[]; bias: number; window: number[] } {
  const [, weights] = source.node(`${WEIGHING}/MatMul`, 'MatMul').inputs;
  const [bias] = source.node(`${WEIGHING}/Add`, 'Add').inputs;
  const offset = source.tensor(bias!);
  const [, , window] = source.node(`${GENERATOR}/STFT`, 'STFT').inputs;
  return {
    harmonics: Array.from(floatValues(source.tensor(weights!))),
    bias: only(floatValues(offset), offset),
    window: Array.from(floatValues(source.tensor(window!))),
  };
}
