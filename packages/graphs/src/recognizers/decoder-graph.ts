import { GraphBuilder } from '../onnx/builder.ts';
import { elementType, type Model } from '../onnx/onnx.ts';
import { floatTensor, transpose, uint8Tensor } from '../onnx/tensors.ts';
import { valueInfo } from '../onnx/value-info.ts';
import { addAndNorm, layerNorm, linear } from '../rewrite/blocks.ts';
import { crossAttention, type Frame, feedForward, selfAttention } from './decoder-layer.ts';
import type { DecoderSource } from './decoder-source.ts';
import { ROTARY_PLACES, rotaryTables } from './rotary.ts';
import { graphValues, layerValues } from './value-names.ts';

const { float, int64 } = elementType;

/** Beside it every score is as good as nothing. */
const UNSEEN = -1e9;

/**
 * Writes the graph that takes tokens on to logits: from nothing (a past of length 0), one step at a time, or
 * many tokens at once. One graph for all of it, since two would each hold the same 40 MB of packed weights.
 */
export function decoderGraph(source: DecoderSource): Model {
  const graph = new GraphBuilder('decode');
  const { embedding } = source;
  graph.input(valueInfo(graphValues.tokens, int64, ['batch', 'length']));
  graph.input(valueInfo(graphValues.rows, int64, ['rows']));
  for (const [at] of source.layers.entries()) declareLayer(graph, source, at);

  const shape = graph.add('Shape', 'shape', [graphValues.tokens]);
  const pastLength = dimension(graph, 'past-length', layerValues.pastKey(0), 2);
  const frame = writeFrame(graph, source, shape, pastLength);

  let sum = embed(graph, source, pastLength);
  let branch: string | undefined;
  for (const [at, layer] of source.layers.entries()) {
    const name = `layer.${at}`;
    let normed: string;
    if (branch === undefined) normed = layerNorm(graph, `${name}/self-norm`, sum, layer.selfNorm);
    else ({ normed, sum } = addAndNorm(graph, `${name}/self-norm`, sum, branch, layer.selfNorm));
    branch = selfAttention(graph, at, normed, layer, frame);
    ({ normed, sum } = addAndNorm(graph, `${name}/cross-norm`, sum, branch, layer.crossNorm));
    branch = crossAttention(graph, at, normed, layer, frame);
    ({ normed, sum } = addAndNorm(graph, `${name}/feed-norm`, sum, branch, layer.feedNorm));
    branch = feedForward(graph, at, normed, layer, source.activation);
  }
  const { normed } = addAndNorm(graph, 'norm', sum, branch!, source.norm);

  // A step wants the last position's logits and scoring wants all: the caller names the positions that go
  // through the largest matrix.
  const chosen = graph.add('Gather', 'chosen', [normed, graphValues.rows], { axis: 1n });
  const logits = linear(graph, 'logits', chosen, {
    rows: embedding.width,
    columns: embedding.tokens,
    // Published as a matrix that every step turns to float, 9.6 ms on its own. Its bytes are used as they
    // are, so the weights lose nothing; only the 416 inputs of the product are quantised, as in every layer.
    weight: transpose(embedding.values, embedding.tokens, embedding.width),
    scale: embedding.scale,
    zeroPoint: embedding.zeroPoint,
  });
  // Scores are sums of log probabilities; in JavaScript the exponentials of five beams take as long as the rest.
  graph.add('LogSoftmax', graphValues.logProbs, [logits], { axis: -1n });
  graph.output(valueInfo(graphValues.logProbs, float, ['batch', 'rows', embedding.tokens]));
  return graph.model();
}

function declareLayer(graph: GraphBuilder, { heads, headSize }: DecoderSource, at: number): void {
  for (const name of [layerValues.pastKey(at), layerValues.pastValue(at)]) {
    graph.input(valueInfo(name, float, ['batch', heads, 'past', headSize]));
  }
  for (const name of [layerValues.crossKey(at), layerValues.crossValue(at)]) {
    graph.input(valueInfo(name, float, ['audios', heads, 'frames', headSize]));
  }
  for (const name of [layerValues.presentKey(at), layerValues.presentValue(at)]) {
    graph.output(valueInfo(name, float, ['batch', heads, 'present', headSize]));
  }
  graph.output(valueInfo(layerValues.attention(at), float, ['audios', heads, 'queries', 'frames']));
}

/** One dimension of a value, as a list of one integer. */
function dimension(graph: GraphBuilder, name: string, value: string, axis: number): string {
  const shape = graph.add('Shape', `${name}/shape`, [value]);
  return graph.add('Slice', name, [shape, graph.integers(axis), graph.integers(axis + 1)]);
}

function writeFrame(graph: GraphBuilder, source: DecoderSource, shape: string, pastLength: string): Frame {
  const { heads, headSize, places } = source;
  const audios = dimension(graph, 'audios', layerValues.crossKey(0), 0);
  const width = graph.integers(source.embedding.width);
  return {
    heads,
    headSize,
    causal: causalScores(graph, source, shape, pastLength),
    hiddenShape: graph.add('Concat', 'hidden-shape', [shape, width], { axis: 0n }),
    queryShape: graph.add('Concat', 'query-shape', [audios, graph.integers(-1, heads, headSize)], {
      axis: 0n,
    }),
    ...(places.kind === 'rotary'
      ? { rotary: { inputs: [pastLength, ...tables(graph, places.speeds)], size: places.speeds.length * 2 } }
      : {}),
  };
}

/** The rows and columns in use of a square with nothing up to its diagonal. */
function causalScores(
  graph: GraphBuilder,
  { places }: DecoderSource,
  shape: string,
  pastLength: string,
): string {
  const size = places.kind === 'learnt' ? places.count : ROTARY_PLACES;
  const square = new Float32Array(size * size);
  for (let row = 0; row < size; row++) square.fill(UNSEEN, row * size + row + 1, (row + 1) * size);
  const length = graph.add('Slice', 'length', [shape, graph.integers(1), graph.integers(2)]);
  const present = graph.add('Add', 'present-length', [pastLength, length]);
  return graph.add('Slice', 'causal', [
    graph.initializer(floatTensor('causal/square', [size, size], square)),
    graph.add('Concat', 'causal/from', [pastLength, graph.integers(0)], { axis: 0n }),
    graph.add('Concat', 'causal/to', [present, present], { axis: 0n }),
    graph.integers(0, 1),
  ]);
}

function tables(graph: GraphBuilder, speeds: Float32Array): string[] {
  const { cos, sin } = rotaryTables(speeds);
  return [
    graph.initializer(floatTensor('cos', [ROTARY_PLACES, speeds.length], cos)),
    graph.initializer(floatTensor('sin', [ROTARY_PLACES, speeds.length], sin)),
  ];
}

function embed(graph: GraphBuilder, source: DecoderSource, pastLength: string): string {
  const { embedding, places } = source;
  const { tokens, width, values, scale, zeroPoint } = embedding;
  const table = graph.initializer(uint8Tensor('embedding', [tokens, width], values));
  const picked = graph.add('Gather', 'picked', [table, graphValues.tokens], { axis: 0n });
  const embedded = graph.add('DequantizeLinear', 'embedded', [
    picked,
    graph.initializer(floatTensor('embedding/scale', [], [scale])),
    graph.initializer(uint8Tensor('embedding/zero-point', [], Uint8Array.of(zeroPoint))),
  ]);
  if (places.kind === 'rotary') return embedded;
  const learnt = graph.initializer(floatTensor('places', [places.count, width], places.table));
  const slice = graph.add('Slice', 'placed', [learnt, pastLength, 'present-length', graph.integers(0)]);
  return graph.add('Add', 'embedded-in-place', [embedded, slice]);
}
