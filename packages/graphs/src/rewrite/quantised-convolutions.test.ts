import { InferenceSession, Tensor } from 'onnxruntime-node';
import { describe, expect, test } from 'vitest';
import { GraphBuilder } from '../onnx/builder.ts';
import { elementType, type Model, writeModel } from '../onnx/onnx.ts';
import { floatTensor, int64Tensor, uint8Tensor } from '../onnx/tensors.ts';
import { valueInfo } from '../onnx/value-info.ts';
import { convolutionsAsProducts } from './quantised-convolutions.ts';
import { withSignedWeights } from './signed-products.ts';

interface Shape {
  kernel: number;
  stride: number;
  dilation: number;
  pads: [number, number];
  bias: boolean;
}

const [CHANNELS, OUTPUTS] = [5, 7];

/** A convolution as onnxruntime's dynamic quantisation writes it. */
function published({ kernel, stride, dilation, pads, bias }: Shape): Model {
  const graph = new GraphBuilder('convolution');
  const input = graph.input(valueInfo('input', elementType.float, [1, CHANNELS, 'frames']));
  const [values, scale, zero] = ['values', 'scale', 'zero'] as const;
  graph.add('DynamicQuantizeLinear', 'quantise', [input], {}, { outputs: [values, scale, zero] });
  const weight = Uint8Array.from({ length: OUTPUTS * CHANNELS * kernel }, (_, at) => (at * 37) % 256);
  graph.initializer(uint8Tensor('weight', [OUTPUTS, CHANNELS, kernel], weight));
  graph.initializer(floatTensor('weight-scale', [], [0.01]));
  graph.initializer(uint8Tensor('weight-zero', [], Uint8Array.of(121)));
  const attributes = {
    dilations: [dilation],
    kernel_shape: [kernel],
    pads,
    strides: [stride],
    group: 1n,
  };
  let sum = graph.add('ConvInteger', 'convolved', [values, 'weight', zero, 'weight-zero'], attributes);
  const scales = graph.add('Mul', 'scales', [scale, 'weight-scale']);
  if (bias) {
    graph.initializer(
      floatTensor(
        'bias',
        [OUTPUTS],
        Array.from({ length: OUTPUTS }, (_, at) => at - 3),
      ),
    );
    const divided = graph.add('Div', 'divided', ['bias', scales]);
    const whole = graph.add('Cast', 'whole', [graph.add('Floor', 'floor', [divided])], { to: 6n });
    graph.initializer(int64Tensor('bias-shape', [3], [1, -1, 1]));
    sum = graph.add('Add', 'biased', [sum, graph.add('Reshape', 'shaped', [whole, 'bias-shape'])]);
  }
  graph.add('Mul', 'output', [graph.add('Cast', 'float', [sum], { to: 1n }), scales]);
  graph.output(valueInfo('output', elementType.float, [1, OUTPUTS, 'out']));
  return graph.model();
}

async function run(model: Model, frames: number): Promise<Tensor> {
  const session = await InferenceSession.create(writeModel(model), { intraOpNumThreads: 1 });
  const values = Float32Array.from(
    { length: CHANNELS * frames },
    (_, at) => Math.sin(at * 1.3) * (1 + at / 50),
  );
  const { output } = await session.run({ input: new Tensor('float32', values, [1, CHANNELS, frames]) });
  await session.release();
  return output as Tensor;
}

describe.each<Shape>([
  { kernel: 3, stride: 1, dilation: 1, pads: [1, 1], bias: true },
  { kernel: 11, stride: 1, dilation: 5, pads: [25, 25], bias: true },
  { kernel: 3, stride: 2, dilation: 1, pads: [1, 1], bias: true },
  { kernel: 12, stride: 6, dilation: 1, pads: [3, 3], bias: true },
  { kernel: 1, stride: 1, dilation: 1, pads: [0, 0], bias: true },
  { kernel: 5, stride: 1, dilation: 1, pads: [2, 2], bias: false },
])('a convolution with %o', (shape) => {
  test.each([60, 61])('of %i frames comes out the same as a product', async (frames) => {
    const model = published(shape);
    const product = { ...model, graph: convolutionsAsProducts(model.graph) };
    expect(product.graph.nodes.map(({ opType }) => opType)).not.toContain('ConvInteger');
    const [expected, found] = [await run(model, frames), await run(product, frames)];
    expect(found.dims).toEqual(expected.dims);
    // The published bias is rounded to a step of the sums.
    for (const [at, value] of (expected.data as Float32Array).entries())
      expect(Math.abs((found.data as Float32Array)[at]! - value)).toBeLessThan(0.002);
    const signed = await run({ ...product, graph: withSignedWeights(product.graph) }, frames);
    expect(signed.data).toEqual(found.data);
  });
});

test('a graph without convolutions is left alone', () => {
  const { graph } = new GraphBuilder('empty').model();
  expect(convolutionsAsProducts(graph)).toBe(graph);
});

test('one that is not one-dimensional is refused', () => {
  const model = published({ kernel: 3, stride: 1, dilation: 1, pads: [1, 1], bias: false });
  for (const tensor of model.graph.initializers) if (tensor.name === 'weight') tensor.dims = [7, 5, 3, 1];
  expect(() => convolutionsAsProducts(model.graph)).toThrow(/not a plain one-dimensional/);
});
