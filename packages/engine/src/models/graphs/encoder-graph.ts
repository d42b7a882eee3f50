import { gelu, linear, linears, wideNorm } from './blocks.ts';
import { GraphBuilder, microsoft } from './builder.ts';
import { type Rotary, turn } from './decoder-layer.ts';
import type { DecoderSource } from './decoder-source.ts';
import type { EncoderLayer, EncoderSource } from './encoder-source.ts';
import { elementType, type Model } from './onnx.ts';
import { floatTensor } from './tensors.ts';
import { valueInfo } from './value-info.ts';
import { graphValues, layerValues } from './value-names.ts';

/**
 * Writes the graph that takes audio to what the decoder attends to. The decoder's cross keys and values
 * depend on the audio alone, so they are made here, once a segment.
 */
export function encoderGraph(encoder: EncoderSource, decoder: DecoderSource): Model {
  const graph = new GraphBuilder('encode');
  let sum = encoder.front(graph);
  const rotary = encoder.speeds && rotaryTables(graph, sum, encoder.speeds);
  for (const [at, layer] of encoder.layers.entries()) {
    const name = `layer.${at}`;
    const attending = wideNorm(graph, `${name}/self-norm`, sum, layer.selfNorm);
    sum = graph.add('Add', `${name}/attended`, [
      sum,
      selfAttention(graph, `${name}/self`, attending, layer, encoder, rotary),
    ]);
    const feeding = wideNorm(graph, `${name}/feed-norm`, sum, layer.feedNorm);
    const active = gelu(graph, `${name}/gelu`, linear(graph, `${name}/up`, feeding, layer.up));
    sum = graph.add('Add', `${name}/fed`, [sum, linear(graph, `${name}/down`, active, layer.down)]);
  }
  const states = wideNorm(graph, graphValues.states, sum, encoder.norm);
  graph.output(valueInfo(states, elementType.float, ['audios', 'frames', decoder.embedding.width]));
  crossValues(graph, states, decoder);
  return graph.model();
}

function selfAttention(
  graph: GraphBuilder,
  name: string,
  input: string,
  { query, key, value, output }: EncoderLayer,
  { heads, headSize }: EncoderSource,
  rotary: Rotary | undefined,
): string {
  const parts = linears(graph, name, input, { query, key, value });
  if (rotary) {
    for (const part of [0, 1]) parts[part] = turn(graph, parts[part]!, rotary, heads);
  }
  const attributes = { num_heads: BigInt(heads), scale: 1 / Math.sqrt(headSize) };
  const attended = graph.add('MultiHeadAttention', `${name}/mixed`, parts, attributes, { domain: microsoft });
  return linear(graph, `${name}/output`, attended, output);
}

/** Worked out in the graph, as published, so that audio of any length fits. */
function rotaryTables(graph: GraphBuilder, frames: string, speeds: Float32Array): Rotary {
  const shape = graph.add('Shape', 'places/shape', [frames]);
  const count = graph.add('Gather', 'places/count', [shape, graph.integer(1)], { axis: 0n });
  const range = graph.add('Range', 'places/range', [graph.integer(0), count, graph.integer(1)]);
  const places = graph.add('Cast', 'places', [range], { to: BigInt(elementType.float) });
  const column = graph.add('Unsqueeze', 'places/column', [places, graph.integers(1)]);
  const row = graph.initializer(floatTensor('speeds', [1, speeds.length], speeds));
  const angles = graph.add('Mul', 'angles', [column, row]);
  return {
    inputs: [graph.integers(0), graph.add('Cos', 'cos', [angles]), graph.add('Sin', 'sin', [angles])],
    size: speeds.length * 2,
  };
}

function crossValues(graph: GraphBuilder, states: string, { layers, heads, headSize }: DecoderSource): void {
  const names: string[] = [];
  const products = layers.flatMap(({ crossKey, crossValue }, at) => {
    names.push(layerValues.crossKey(at), layerValues.crossValue(at));
    // Attention divides by the root of the head size: into the scale of the keys, where it costs nothing.
    return [{ ...crossKey, scale: crossKey.scale / Math.sqrt(headSize) }, crossValue];
  });
  const values = linears(
    graph,
    'cross',
    states,
    Object.fromEntries(products.map((product, at) => [at, product])),
  );
  for (const [at, name] of names.entries()) {
    const split = graph.add('Reshape', `${name}/split`, [
      values[at]!,
      graph.integers(0, -1, heads, headSize),
    ]);
    graph.add('Transpose', name, [split], { perm: [0, 2, 1, 3] });
    graph.output(valueInfo(name, elementType.float, ['audios', heads, 'frames', headSize]));
  }
}
