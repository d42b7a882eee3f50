import { GraphBuilder } from '../../packages/models/dist/graphs/builder.js';
import { encoderLayers } from '../../packages/models/dist/graphs/encoder-layers.js';

/** The lower layers of an encoder alone, up to the last that is asked for, with the same states as the whole has. */
export function innerEncoderGraph(encoder, inner) {
  const graph = new GraphBuilder('inner');
  encoderLayers(graph, { ...encoder, inner, layers: encoder.layers.slice(0, Math.max(...inner)) });
  return graph.model();
}
