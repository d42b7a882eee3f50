import { type GraphBuilder, microsoft } from '../onnx/builder.ts';
import { attend, exponentials, scores } from '../rewrite/attention.ts';
import { gelu, linear } from '../rewrite/blocks.ts';
import { joinedLinears } from '../rewrite/joined-linears.ts';
import type { DecoderLayer, DecoderSource } from './decoder-source.ts';
import { layerValues } from './value-names.ts';

/** What every layer uses and one place works out, once a run. */
export interface Frame {
  heads: number;
  headSize: number;
  /** Shape of hidden values: batch, length, width. */
  hiddenShape: string;
  /** Added to the scores of tokens: nothing for those so far, so little for later ones that they do not count. */
  causal: string;
  /** Shape of the queries of one audio together: audios, −1, heads, head size. */
  queryShape: string;
  rotary?: Rotary;
}

/** Offset, cosines and sines that turn queries and keys, and how much of a head they turn. */
export interface Rotary {
  inputs: string[];
  size: number;
}

/** Attention over the tokens so far. The published graph spells it out in some ninety operators. */
export function selfAttention(
  graph: GraphBuilder,
  at: number,
  input: string,
  layer: DecoderLayer,
  frame: Frame,
): string {
  const name = `layer.${at}/self`;
  const added = selfParts(graph, name, input, layer, frame);
  const keys = graph.add('Concat', layerValues.presentKey(at), [layerValues.pastKey(at), added.keys], {
    axis: 2n,
  });
  const values = graph.add(
    'Concat',
    layerValues.presentValue(at),
    [layerValues.pastValue(at), added.values],
    {
      axis: 2n,
    },
  );
  const matches = scores(graph, `${name}/scores`, added.queries, keys, 1 / Math.sqrt(frame.headSize));
  const seen = graph.add('Add', `${name}/seen`, [matches, frame.causal]);
  const attended = attend(graph, name, seen, values);
  const back = graph.add('Transpose', `${name}/back`, [attended], { perm: [0, 2, 1, 3] });
  const joined = graph.add('Reshape', `${name}/joined`, [back, frame.hiddenShape]);
  return linear(graph, `${name}/output`, joined, layer.output);
}

/** Queries, keys and values of the new tokens, [batch, heads, length, head size], in as few operators as will do. */
function selfParts(
  graph: GraphBuilder,
  name: string,
  input: string,
  { query, key, value }: DecoderLayer,
  { heads, headSize, rotary }: Frame,
) {
  const parts = { queries: `${name}/queries`, keys: `${name}/keys`, values: `${name}/values` };
  const product = joinedLinears(graph, `${name}/parts`, input, [query, key, value]);
  const shape = graph.integers(0, 0, 3 * heads, headSize);
  const split = graph.add('Reshape', `${name}/split`, [product, shape]);
  const all = graph.add('Transpose', `${name}/heads`, [split], { perm: [0, 2, 1, 3] });
  const divide = (from: string, sizes: number[], outputs: string[]) =>
    graph.add('Split', `${from}/divided`, [from, graph.integers(...sizes)], { axis: 1n }, { outputs });
  if (rotary) {
    const turning = `${name}/turning`;
    divide(all, [2 * heads, heads], [turning, parts.values]);
    divide(turn(graph, turning, rotary, 2 * heads), [heads, heads], [parts.queries, parts.keys]);
  } else {
    divide(all, [heads, heads, heads], Object.values(parts));
  }
  return parts;
}

/** Turns a head's values by their place, pair by pair. */
export function turn(graph: GraphBuilder, value: string, { inputs, size }: Rotary, heads: number): string {
  const attributes = { num_heads: BigInt(heads), rotary_embedding_dim: BigInt(size), interleaved: 1n };
  return graph.add('RotaryEmbedding', `${value}/turned`, [value, ...inputs], attributes, {
    domain: microsoft,
  });
}

/**
 * Attention over the audio, spelt out so that its weights can be an output (word times come from them).
 * All beams of one audio are rows of one product: the keys are read once and never copied per beam. They are
 * the left operand because onnxruntime repacks the right one on every run: with ten seconds of audio and five
 * beams, 3.2 ms a step against 7.2.
 */
export function crossAttention(
  graph: GraphBuilder,
  at: number,
  input: string,
  { crossQuery, crossOutput }: DecoderLayer,
  { hiddenShape, queryShape }: Frame,
): string {
  const name = `layer.${at}/cross`;
  const query = linear(graph, `${name}/query`, input, crossQuery);
  const split = graph.add('Reshape', `${name}/split`, [query, queryShape]);
  const columns = graph.add('Transpose', `${name}/columns`, [split], { perm: [0, 2, 3, 1] });
  const scores = graph.add('MatMul', `${name}/scores`, [layerValues.crossKey(at), columns]);
  const byQuery = graph.add('Transpose', `${name}/by-query`, [scores], { perm: [0, 1, 3, 2] });
  // Without the Flatten, onnxruntime moves the transposition past the softmax, which then works on columns: 0.1 ms a layer.
  const rows = graph.add('Flatten', `${name}/rows`, [byQuery], { axis: 3n });
  const shares = exponentials(graph, name, rows);
  const divided = graph.add('Div', `${name}/shares`, [shares.values, shares.sums]);
  const shape = graph.add('Shape', `${name}/shape`, [byQuery]);
  const attention = graph.add('Reshape', layerValues.attention(at), [divided, shape]);
  const attended = graph.add('MatMul', `${name}/attended`, [attention, layerValues.crossValue(at)]);
  const back = graph.add('Transpose', `${name}/back`, [attended], { perm: [0, 2, 1, 3] });
  const joined = graph.add('Reshape', `${name}/joined`, [back, hiddenShape]);
  return linear(graph, `${name}/output`, joined, crossOutput);
}

export function feedForward(
  graph: GraphBuilder,
  at: number,
  input: string,
  { up, down }: DecoderLayer,
  activation: DecoderSource['activation'],
): string {
  const name = `layer.${at}`;
  const wide = linear(graph, `${name}/up`, input, up);
  if (activation === 'gelu') {
    return linear(graph, `${name}/down`, gelu(graph, `${name}/gelu`, wide), down);
  }
  const halves = [`${name}/plain`, `${name}/gate`];
  graph.add('Split', `${name}/halves`, [wide], { axis: -1n }, { outputs: halves });
  // x · sigmoid(αx) with α = 1 is SiLU.
  const gate = graph.add('QuickGelu', `${name}/silu`, [halves[1]!], { alpha: 1 }, { domain: microsoft });
  return linear(graph, `${name}/down`, graph.add('Mul', `${name}/gated`, [gate, halves[0]!]), down);
}
