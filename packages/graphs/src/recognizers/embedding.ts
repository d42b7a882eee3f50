import type { SourceGraph } from '../onnx/source-graph.ts';
import { floatValues, only, unsignedValues } from '../onnx/tensors.ts';
import type { Embedding } from './decoder-source.ts';

/** The vocabulary's vectors under the name that exporters of merged decoders give them. */
export function readEmbedding(source: SourceGraph): Embedding {
  const part = (suffix: string) => source.tensor(`model.decoder.embed_tokens.weight_merged_0_${suffix}`);
  const [tokens, width] = part('quantized').dims as [number, number];
  return {
    tokens,
    width,
    values: unsignedValues(part('quantized')),
    scale: only(floatValues(part('scale')), part('scale')),
    zeroPoint: only(unsignedValues(part('zero_point')), part('zero_point')),
  };
}
