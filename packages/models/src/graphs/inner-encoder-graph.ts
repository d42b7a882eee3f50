import { GraphBuilder } from './builder.ts';
import { encoderLayers } from './encoder-layers.ts';
import type { EncoderSource } from './encoder-source.ts';
import type { Model } from './onnx.ts';

/** Writes the lower layers of an encoder alone, up to the last that is asked for, with the same states as the whole has. */
export function innerEncoderGraph(encoder: EncoderSource, inner: readonly number[]): Model {
  const graph = new GraphBuilder('inner');
  encoderLayers(graph, { ...encoder, inner, layers: encoder.layers.slice(0, Math.max(...inner)) });
  return graph.model();
}
