import { GraphError } from '../errors.ts';
import { type Node, writeModel } from '../onnx/onnx.ts';
import type { SourceGraph } from '../onnx/source-graph.ts';
import { floatValues, only, unsignedValues } from '../onnx/tensors.ts';
import { windowMatrix } from '../rewrite/convolution.ts';
import { floatProduct, quantisedProduct } from '../rewrite/layer-products.ts';
import { readConvolution } from '../rewrite/quantised-convolutions.ts';
import { withSignedWeights } from '../rewrite/signed-products.ts';
import type { SpeechLayer } from './kokoro.ts';

/** A layer with its products, and the values of the graph that belong to its norm. */
export interface GeneratorLayer {
  layer: Omit<SpeechLayer, 'product' | 'signedProduct'>;
  channels: number;
  /** What is normalised. */
  input: string;
  scales: string;
  shifts: string;
  product: Uint8Array;
  signedProduct?: Uint8Array;
}

/** Reads the layer whose convolution has this name, of a graph whose adaptive norms were fused. */
export function readLayer(source: SourceGraph, name: string): GeneratorLayer {
  const quantised = source.graph.nodes.find((node) => node.name === `${name}_quant`);
  const read = quantised ? quantisedLayer(source, quantised) : floatLayer(source, source.node(name, 'Conv'));
  const { channels, taps, dilation } = read;
  if (read.outputs !== channels || read.padding.some((frames) => frames !== ((taps - 1) / 2) * dilation))
    throw new GraphError('unexpected-graph', `${name} changes the number of channels or of frames`);
  const { norm, inverses } = readActivation(source, read.input);
  const [input, scales, shifts] = norm.inputs as [string, string, string];
  const epsilon = norm.attributes.find((each) => each.name === 'epsilon')!.float!;
  const { product, signedProduct } = read;
  return {
    layer: { taps, dilation, epsilon, inverses },
    ...{ channels, input, scales, shifts, product },
    ...(signedProduct && { signedProduct }),
  };
}

interface ReadConvolution {
  /** What the activation gives. */
  input: string;
  outputs: number;
  channels: number;
  taps: number;
  dilation: number;
  padding: readonly number[];
  product: Uint8Array;
  signedProduct?: Uint8Array;
}

function quantisedLayer(source: SourceGraph, node: Node): ReadConvolution {
  const { input, weight, weightScale, weightZeroPoint, bias, dilation, padding } = readConvolution(
    source,
    node,
  );
  const [outputs, channels, taps] = weight.dims as [number, number, number];
  const [scale, zero] = [source.tensor(weightScale), source.tensor(weightZeroPoint)];
  const model = quantisedProduct({
    weights: windowMatrix(unsignedValues(weight), outputs, channels, taps),
    columns: outputs,
    scale: only(floatValues(scale), scale),
    zero: only(unsignedValues(zero), zero),
    bias: floatValues(source.tensor(bias!)),
  });
  return {
    ...{ outputs, channels, taps, dilation, padding },
    input: source.producer(input.values, 'DynamicQuantizeLinear').inputs[0]!,
    product: writeModel(model),
    signedProduct: writeModel({ ...model, graph: withSignedWeights(model.graph) }),
  };
}

function floatLayer(source: SourceGraph, node: Node): ReadConvolution {
  const [input, weight, bias] = node.inputs as [string, string, string];
  const numbers = (key: string) => node.attributes.find((each) => each.name === key)!.ints.map(Number);
  const weights = source.tensor(weight);
  const [outputs, channels, taps] = weights.dims as [number, number, number];
  const matrix = windowMatrix(floatValues(weights), outputs, channels, taps);
  const model = floatProduct(matrix, outputs, floatValues(source.tensor(bias)));
  const [dilation] = numbers('dilations') as [number];
  return { input, outputs, channels, taps, dilation, padding: numbers('pads'), product: writeModel(model) };
}

/** Of (w + sin² w) · inverse, where w is what the norm gives. */
function readActivation(source: SourceGraph, activated: string): { norm: Node; inverses: number[] } {
  const last = source.producer(activated, 'Mul');
  const sum = source.producer(last.inputs[0]!, 'Add');
  const inverses = Array.from(floatValues(source.constantInput(last)));
  return { norm: source.producer(sum.inputs[0]!, 'InstanceNormalization'), inverses };
}
