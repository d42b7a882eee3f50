import type { GraphBuilder } from '../onnx/builder.ts';
import { elementType, type Model } from '../onnx/onnx.ts';
import { checkSignatures } from '../onnx/signature.ts';
import { SourceGraph } from '../onnx/source-graph.ts';
import { floatTensor, floatValues, only, unsignedValues } from '../onnx/tensors.ts';
import { valueInfo } from '../onnx/value-info.ts';
import { gelu } from '../rewrite/blocks.ts';
import { type Convolution, convolve, windowMatrix } from '../rewrite/convolution.ts';
import type { EncoderLayer, EncoderSource } from './encoder-source.ts';
import { graphValues } from './value-names.ts';

const layers = '/layers.';

/** Takes Whisper's encoder out of its graph. */
export function whisperEncoder(model: Model): EncoderSource {
  const source = new SourceGraph(model.graph, 'Whisper encoder');
  checkSignatures(source, layers, {
    layers: ['225df11b47a1108c', '0f29029b3344e6df', '32a16bfd5e496a59'],
    surroundings: ['88523798dfde2a33'],
  });
  return {
    heads: source.integer(`${layers}0/self_attn/Constant_4_output_0`),
    headSize: source.integer(`${layers}0/self_attn/Constant_5_output_0`),
    front: (graph) => front(graph, source),
    layers: Array.from({ length: source.count(layers) }, (_, at) => layer(source, `${layers}${at}`)),
    norm: source.norm('/layer_norm'),
  };
}

function layer(source: SourceGraph, prefix: string): EncoderLayer {
  return {
    selfNorm: source.norm(`${prefix}/self_attn_layer_norm`),
    query: source.linear(`${prefix}/self_attn/q_proj`),
    key: source.linear(`${prefix}/self_attn/k_proj`),
    value: source.linear(`${prefix}/self_attn/v_proj`),
    output: source.linear(`${prefix}/self_attn/out_proj`),
    feedNorm: source.norm(`${prefix}/final_layer_norm`),
    up: source.linear(`${prefix}/fc1`),
    down: source.linear(`${prefix}/fc2`),
  };
}

/** Mel features to frames with their places added: as many places as there are frames, not always 1,500. */
function front(graph: GraphBuilder, source: SourceGraph): string {
  const first = convolution(source, 'conv1', 1);
  const features = first.product.rows / first.kernel;
  graph.input(valueInfo(graphValues.features, elementType.float, ['audios', features, 'columns']));
  const columns = graph.add('Transpose', 'front/columns', [graphValues.features], { perm: [0, 2, 1] });
  const narrow = gelu(graph, 'front/first/gelu', convolve(graph, 'front/first', columns, first));
  const halved = convolve(graph, 'front/second', narrow, convolution(source, 'conv2', 2));
  const frames = gelu(graph, 'front/second/gelu', halved);

  const table = source.tensor('embed_positions.weight');
  const places = graph.initializer(floatTensor('places', table.dims, floatValues(table)));
  const shape = graph.add('Shape', 'front/shape', [frames]);
  const count = graph.add('Slice', 'front/count', [shape, graph.integers(1), graph.integers(2)]);
  const used = graph.add('Slice', 'front/places', [places, graph.integers(0), count, graph.integers(0)]);
  return graph.add('Add', 'front/placed', [frames, used]);
}

function convolution(source: SourceGraph, name: string, stride: number): Convolution {
  const [weight, scale, zeroPoint] = ['quantized', 'scale', 'zero_point'].map((suffix) =>
    source.tensor(`${name}.weight_${suffix}`),
  );
  const [outputs, channels, kernel] = weight!.dims as [number, number, number];
  return {
    kernel,
    stride,
    padding: 1,
    product: {
      rows: kernel * channels,
      columns: outputs,
      weight: windowMatrix(unsignedValues(weight!), outputs, channels, kernel),
      scale: only(floatValues(scale!), scale!),
      zeroPoint: only(unsignedValues(zeroPoint!), zeroPoint!),
      bias: floatValues(source.tensor(`${name}.bias`)),
    },
  };
}
