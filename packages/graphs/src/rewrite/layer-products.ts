import { GraphBuilder, microsoft } from '../onnx/builder.ts';
import { elementType, type Model } from '../onnx/onnx.ts';
import { floatTensor, uint8Tensor } from '../onnx/tensors.ts';
import { valueInfo } from '../onnx/value-info.ts';

interface QuantisedWeights {
  /** Row by row. */
  weights: Uint8Array;
  columns: number;
  scale: number;
  zero: number;
  bias: Float32Array;
}

/**
 * A graph that multiplies bytes: `windows`, of which each stands for (byte − `zero`) · `scale`. Weights that were an input would be
 * packed anew with each run: products of 512 rows then took 1.5 times as long.
 */
export function quantisedProduct({ weights, columns, scale, zero, bias }: QuantisedWeights): Model {
  const graph = new GraphBuilder('product');
  const rows = weights.length / columns;
  const windows = graph.input(valueInfo('windows', elementType.uint8, ['frames', rows]));
  const scales = graph.input(valueInfo('scale', elementType.float, []));
  const zeros = graph.input(valueInfo('zero', elementType.uint8, []));
  const inputs = [
    ...[windows, graph.initializer(uint8Tensor('weights', [rows, columns], weights))],
    ...[scales, graph.initializer(floatTensor('weight-scale', [], [scale]))],
    ...[zeros, graph.initializer(uint8Tensor('weight-zero', [], Uint8Array.of(zero)))],
    graph.initializer(floatTensor('bias', [columns], bias)),
  ];
  graph.add('MatMulIntegerToFloat', 'values', inputs, {}, { domain: microsoft });
  graph.output(valueInfo('values', elementType.float, ['frames', columns]));
  return graph.model();
}

/** The same of floats. */
export function floatProduct(weights: Float32Array, columns: number, bias: Float32Array): Model {
  const graph = new GraphBuilder('product');
  const rows = weights.length / columns;
  const windows = graph.input(valueInfo('windows', elementType.float, ['frames', rows]));
  const matrix = graph.initializer(floatTensor('weights', [rows, columns], weights));
  const summand = graph.initializer(floatTensor('bias', [columns], bias));
  graph.add('Gemm', 'values', [windows, matrix, summand]);
  graph.output(valueInfo('values', elementType.float, ['frames', columns]));
  return graph.model();
}
