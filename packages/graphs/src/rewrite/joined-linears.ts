import { type GraphBuilder, microsoft } from '../onnx/builder.ts';
import type { Linear } from '../onnx/source-graph.ts';
import { floatTensor, uint8Tensor } from '../onnx/tensors.ts';
import { quantise } from './blocks.ts';

/** Matrix products of one input side by side, each with its scale and zero point as those of its columns. */
export interface JoinedLinears {
  rows: number;
  columns: number;
  weight: Uint8Array;
  scales: Float32Array;
  zeroPoints: Uint8Array;
  bias?: Float32Array;
}

/** All have equally many rows. */
export function joinLinears(products: readonly Linear[]): JoinedLinears {
  const rows = products[0]?.rows ?? 0;
  const columns = products.reduce((sum, product) => sum + product.columns, 0);
  const weight = new Uint8Array(rows * columns);
  const scales = new Float32Array(columns);
  const zeroPoints = new Uint8Array(columns);
  const bias = new Float32Array(columns);
  let from = 0;
  for (const product of products) {
    const { columns: own } = product;
    for (let row = 0; row < rows; row++) {
      weight.set(product.weight.subarray(row * own, (row + 1) * own), row * columns + from);
    }
    scales.fill(product.scale, from, from + own);
    zeroPoints.fill(product.zeroPoint, from, from + own);
    if (product.bias) bias.set(product.bias, from);
    from += own;
  }
  const biased = products.some((product) => product.bias);
  return { rows, columns, weight, scales, zeroPoints, ...(biased && { bias }) };
}

/** For few rows of input, where an operator costs as much as its arithmetic: of a decoder's step 3 %. */
export function joinedLinears(
  graph: GraphBuilder,
  name: string,
  input: string,
  products: readonly Linear[],
): string {
  const { rows, columns, weight, scales, zeroPoints, bias } = joinLinears(products);
  const { values, scale, zeroPoint } = quantise(graph, name, input);
  const inputs = [
    values,
    graph.initializer(uint8Tensor(`${name}/weight`, [rows, columns], weight)),
    scale,
    graph.initializer(floatTensor(`${name}/scale`, [columns], scales)),
    zeroPoint,
    graph.initializer(uint8Tensor(`${name}/zero-point`, [columns], zeroPoints)),
  ];
  if (bias) inputs.push(graph.initializer(floatTensor(`${name}/bias`, [columns], bias)));
  return graph.add('MatMulIntegerToFloat', name, inputs, {}, { domain: microsoft });
}
