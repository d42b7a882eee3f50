import { GraphBuilder } from '../onnx/builder.ts';
import { elementType, type Model } from '../onnx/onnx.ts';
import { valueInfo } from '../onnx/value-info.ts';
import { linears, wideNorm } from '../rewrite/blocks.ts';
import type { DecoderSource } from './decoder-source.ts';
import { encoderLayers } from './encoder-layers.ts';
import type { EncoderSource } from './encoder-source.ts';
import { graphValues, layerValues } from './value-names.ts';

/**
 * Writes the graph that takes audio to what the decoder attends to. The decoder's cross keys and values
 * depend on the audio alone, so they are made here, once a segment.
 */
export function encoderGraph(encoder: EncoderSource, decoder: DecoderSource): Model {
  const graph = new GraphBuilder('encode');
  const last = encoderLayers(graph, encoder);
  const states = wideNorm(graph, graphValues.states, last, encoder.norm);
  graph.output(valueInfo(states, elementType.float, ['audios', 'frames', decoder.embedding.width]));
  crossValues(graph, states, decoder);
  return graph.model();
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
