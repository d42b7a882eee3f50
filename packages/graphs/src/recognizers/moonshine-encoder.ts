import type { GraphBuilder } from '../onnx/builder.ts';
import { elementType, type Model } from '../onnx/onnx.ts';
import { checkSignatures } from '../onnx/signature.ts';
import { SourceGraph } from '../onnx/source-graph.ts';
import { floatTensor, floatValues, only, unsignedValues } from '../onnx/tensors.ts';
import { valueInfo } from '../onnx/value-info.ts';
import { gelu } from '../rewrite/blocks.ts';
import { type Convolution, convolve, windowMatrix } from '../rewrite/convolution.ts';
import type { EncoderLayer, EncoderSource } from './encoder-source.ts';
import { graphValues, INNER_LAYERS } from './value-names.ts';

const layers = '/layers.';

/** Takes Moonshine's encoder out of its graph. */
export function moonshineEncoder(model: Model): EncoderSource {
  const source = new SourceGraph(model.graph, 'Moonshine encoder');
  checkSignatures(source, layers, {
    layers: ['697488863a39acd2', 'f005c7e462da62d6', 'b41987cb131b6939', '5869a12222495066'],
    surroundings: ['62bd33bab4845eb8', '11f80960b3e48bd3'],
  });
  return {
    heads: source.integer(`${layers}0/self_attn/Constant_3_output_0`),
    headSize: source.integer(`${layers}0/self_attn/Constant_4_output_0`),
    front: (graph) => front(graph, source),
    speeds: floatValues(source.tensor('/rotary_emb/Cast_1_output_0')),
    layers: Array.from({ length: source.count(layers) }, (_, at) => layer(source, `${layers}${at}`)),
    inner: INNER_LAYERS,
    norm: source.norm('/layer_norm'),
  };
}

function layer(source: SourceGraph, prefix: string): EncoderLayer {
  return {
    selfNorm: source.norm(`${prefix}/input_layernorm`),
    query: source.linear(`${prefix}/self_attn/q_proj`),
    key: source.linear(`${prefix}/self_attn/k_proj`),
    value: source.linear(`${prefix}/self_attn/v_proj`),
    output: source.linear(`${prefix}/self_attn/dense`),
    feedNorm: source.norm(`${prefix}/post_attention_layernorm`),
    up: source.linear(`${prefix}/mlp/fc1`),
    down: source.linear(`${prefix}/mlp/fc2`),
  };
}

/** Samples to frames: a float convolution over the waveform, one normalisation of it all, two more. */
function front(graph: GraphBuilder, source: SourceGraph): string {
  graph.input(valueInfo(graphValues.samples, elementType.float, ['audios', 'samples']));
  const channel = graph.add('Unsqueeze', 'front/channel', [graphValues.samples, graph.integers(1)]);
  const first = graph.add('Conv', 'front/first', [channel, floatWeights(graph, source, 'conv1')], {
    strides: [64],
  });
  const bounded = graph.add('Tanh', 'front/bounded', [first]);
  const normed = groupNorm(graph, source, bounded);
  const frames = graph.add('Transpose', 'front/frames', [normed], { perm: [0, 2, 1] });
  const second = convolve(graph, 'front/second', frames, convolution(source, 'conv2', 3));
  const third = convolve(
    graph,
    'front/third',
    gelu(graph, 'front/second/gelu', second),
    convolution(source, 'conv3', 2),
  );
  return gelu(graph, 'front/third/gelu', third);
}

function groupNorm(graph: GraphBuilder, source: SourceGraph, input: string): string {
  const { inputs, attributes } = source.node('/groupnorm/InstanceNormalization', 'InstanceNormalization');
  const epsilon = attributes.find(({ name }) => name === 'epsilon')?.float ?? 1e-5;
  const flat = graph.add('Reshape', 'front/flat', [input, graph.integers(0, 1, -1)]);
  const [scale, shift] = [inputs[1]!, inputs[2]!].map((name) => graph.initializer(source.tensor(name)));
  const normed = graph.add('InstanceNormalization', 'front/flat-normed', [flat, scale!, shift!], { epsilon });
  const shaped = graph.add('Reshape', 'front/normed', [normed, graph.add('Shape', 'front/shape', [input])]);
  const weight = source.constantInput(source.node('/groupnorm/Mul', 'Mul'));
  const bias = source.constantInput(source.node('/groupnorm/Add', 'Add'));
  const scaled = graph.add('Mul', 'front/scaled', [shaped, graph.initializer(weight)]);
  return graph.add('Add', 'front/shifted', [scaled, graph.initializer(bias)]);
}

/** The exporter keeps convolution weights as signed bytes, a scale, and an offset that is a multiple of it. */
function quantisedWeights(source: SourceGraph, name: string) {
  const [weight, scale, offset] = ['quantized', 'scale', 'zero_point'].map((suffix) =>
    source.tensor(`${name}.weight_${suffix}`),
  );
  const step = only(floatValues(scale!), scale!);
  return {
    dims: weight!.dims as [number, number, number],
    values: unsignedValues(weight!),
    scale: step,
    zeroPoint: 128 - Math.round(only(floatValues(offset!), offset!) / step),
  };
}

function floatWeights(graph: GraphBuilder, source: SourceGraph, name: string): string {
  const { dims, values, scale, zeroPoint } = quantisedWeights(source, name);
  const weights = Float32Array.from(values, (value) => (value - zeroPoint) * scale);
  return graph.initializer(floatTensor(`front/${name}`, dims, weights));
}

function convolution(source: SourceGraph, name: string, stride: number): Convolution {
  const { dims, values, scale, zeroPoint } = quantisedWeights(source, name);
  const [outputs, channels, kernel] = dims;
  return {
    kernel,
    stride,
    padding: 0,
    product: {
      rows: kernel * channels,
      columns: outputs,
      weight: windowMatrix(values, outputs, channels, kernel),
      scale,
      zeroPoint,
      bias: floatValues(source.tensor(`${name}.bias`)),
    },
  };
}
