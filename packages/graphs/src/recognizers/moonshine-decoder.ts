import type { Model } from '../onnx/onnx.ts';
import { checkSignatures } from '../onnx/signature.ts';
import { SourceGraph } from '../onnx/source-graph.ts';
import { floatValues } from '../onnx/tensors.ts';
import { flattenBranch } from '../rewrite/flatten.ts';
import type { DecoderLayer, DecoderSource } from './decoder-source.ts';
import { readEmbedding } from './embedding.ts';

const layers = '/model/decoder/layers.';

/** Takes Moonshine's decoder out of its merged graph. */
export function moonshineDecoder(model: Model): DecoderSource {
  // Only the branch without a past has every weight: the other is handed the cross keys and values.
  const source = new SourceGraph(flattenBranch(model, 'else_branch').graph, 'Moonshine decoder');
  checkSignatures(source, layers, {
    layers: ['5be1a013e8494f69', 'b24ff24bf68af071', 'ecffe2dd550835d1', 'c0e4a46745f3d8e6'],
    surroundings: ['752bacbd73b3669a', '68d5e3c109bc6829'],
  });
  return {
    heads: source.integer(`${layers}0/self_attn/Constant_3_output_0`),
    headSize: source.integer(`${layers}0/self_attn/Constant_4_output_0`),
    embedding: readEmbedding(source),
    places: {
      kind: 'rotary',
      speeds: floatValues(source.tensor('/model/decoder/rotary_emb/Cast_1_output_0')),
    },
    activation: 'gated',
    layers: Array.from({ length: source.count(layers) }, (_, at) => layer(source, `${layers}${at}`)),
    norm: source.norm('/model/decoder/norm'),
  };
}

function layer(source: SourceGraph, prefix: string): DecoderLayer {
  return {
    selfNorm: source.norm(`${prefix}/input_layernorm`),
    query: source.linear(`${prefix}/self_attn/q_proj`),
    key: source.linear(`${prefix}/self_attn/k_proj`),
    value: source.linear(`${prefix}/self_attn/v_proj`),
    output: source.linear(`${prefix}/self_attn/dense`),
    crossNorm: source.norm(`${prefix}/post_attention_layernorm`),
    crossQuery: source.linear(`${prefix}/encoder_attn/q_proj`),
    crossKey: source.linear(`${prefix}/encoder_attn/k_proj`),
    crossValue: source.linear(`${prefix}/encoder_attn/v_proj`),
    crossOutput: source.linear(`${prefix}/encoder_attn/dense`),
    feedNorm: source.norm(`${prefix}/final_layernorm`),
    up: source.linear(`${prefix}/mlp/up_proj`),
    down: source.linear(`${prefix}/mlp/down_proj`),
  };
}
