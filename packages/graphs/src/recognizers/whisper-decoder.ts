import type { Model } from '../onnx/onnx.ts';
import { checkSignatures } from '../onnx/signature.ts';
import { SourceGraph } from '../onnx/source-graph.ts';
import { floatValues } from '../onnx/tensors.ts';
import { flattenBranch } from '../rewrite/flatten.ts';
import type { DecoderLayer, DecoderSource } from './decoder-source.ts';
import { readEmbedding } from './embedding.ts';

const layers = '/model/decoder/layers.';

/** Takes Whisper's decoder out of its merged graph. */
export function whisperDecoder(model: Model): DecoderSource {
  const source = new SourceGraph(flattenBranch(model, 'else_branch').graph, 'Whisper decoder');
  checkSignatures(source, layers, {
    layers: ['01838e76914becb9', 'cd03ad86f4e734fe', '4e1a7955c1113b3e'],
    surroundings: ['4ea792d2abf64951', '8bb33b2c433bf7f9', 'c9eadbe7ea1d238a'],
  });
  const places = source.tensor('model.decoder.embed_positions.weight_merged_0');
  return {
    heads: source.integer(`${layers}0/self_attn/Constant_4_output_0`),
    headSize: source.integer(`${layers}0/self_attn/Constant_5_output_0`),
    embedding: readEmbedding(source),
    places: { kind: 'learnt', table: floatValues(places), count: places.dims[0]! },
    activation: 'gelu',
    layers: Array.from({ length: source.count(layers) }, (_, at) => layer(source, `${layers}${at}`)),
    norm: source.norm('/model/decoder/layer_norm'),
  };
}

function layer(source: SourceGraph, prefix: string): DecoderLayer {
  return {
    selfNorm: source.norm(`${prefix}/self_attn_layer_norm`),
    query: source.linear(`${prefix}/self_attn/q_proj`),
    key: source.linear(`${prefix}/self_attn/k_proj`),
    value: source.linear(`${prefix}/self_attn/v_proj`),
    output: source.linear(`${prefix}/self_attn/out_proj`),
    crossNorm: source.norm(`${prefix}/encoder_attn_layer_norm`),
    crossQuery: source.linear(`${prefix}/encoder_attn/q_proj`),
    crossKey: source.linear(`${prefix}/encoder_attn/k_proj`),
    crossValue: source.linear(`${prefix}/encoder_attn/v_proj`),
    crossOutput: source.linear(`${prefix}/encoder_attn/out_proj`),
    feedNorm: source.norm(`${prefix}/final_layer_norm`),
    up: source.linear(`${prefix}/fc1`),
    down: source.linear(`${prefix}/fc2`),
  };
}
