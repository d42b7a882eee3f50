import { GraphBuilder } from './builder.ts';
import { elementType, type Graph, type Tensor, writeModel } from './onnx.ts';
import { unsignedValues } from './tensors.ts';
import { valueInfo } from './value-info.ts';

/** Places of the weights and of their zero point among the inputs of a product. */
const PLACES: Readonly<Record<string, readonly number[]>> = {
  MatMulInteger: [1, 3],
  MatMulIntegerToFloat: [1, 5],
};

/**
 * The same products with signed weights. Weights and zero point move together, so that every product stays what it was; processors
 * with instructions for such products take less time: the generator of the synthesis model 64 %. Others may cut sums off: see `signedProbe`.
 */
export function withSignedWeights(graph: Graph): Graph {
  const tensors = new Map(graph.initializers.map((tensor) => [tensor.name!, tensor]));
  const moved = new Map<string, Tensor>();
  const nodes = graph.nodes.map((node) => {
    const places = PLACES[node.opType] ?? [];
    const found = places.map((place) => tensors.get(node.inputs[place] ?? ''));
    if (places.length === 0 || found.some((tensor) => tensor?.dataType !== elementType.uint8)) return node;
    const inputs = [...node.inputs];
    for (const [at, place] of places.entries()) {
      const tensor = signed(found[at]!);
      moved.set(tensor.name!, tensor);
      inputs[place] = tensor.name!;
    }
    return { ...node, inputs };
  });
  const used = new Set(nodes.flatMap(({ inputs }) => inputs));
  const initializers = [...graph.initializers, ...moved.values()].filter(({ name }) => used.has(name!));
  return { ...graph, nodes, initializers };
}

function signed(tensor: Tensor): Tensor {
  return {
    name: `${tensor.name}/signed`,
    dims: tensor.dims,
    dataType: elementType.int8,
    rawData: unsignedValues(tensor).map((byte) => byte ^ 0x80),
  };
}

const SIZE = 64;

/** What the probe gives for inputs of 255 where no sum is cut off. */
export const SIGNED_PROBE = { size: SIZE, exact: SIZE * 255 * 127 } as const;

/**
 * A graph that multiplies the largest numbers: `values` [64, 64] of bytes in, `sums` [64, 64] out. Processors before VNNI add two
 * products in 16 bits and cut the sum off.
 */
export function signedProbe(): Uint8Array {
  const graph = new GraphBuilder('signed-probe');
  const values = graph.input(valueInfo('values', elementType.uint8, [SIZE, SIZE]));
  const weights = graph.initializer({
    name: 'weights',
    dims: [SIZE, SIZE],
    dataType: elementType.int8,
    rawData: new Uint8Array(SIZE * SIZE).fill(127),
  });
  graph.add('MatMulInteger', 'sums', [values, weights]);
  graph.output(valueInfo('sums', elementType.int32, [SIZE, SIZE]));
  return writeModel(graph.model());
}
