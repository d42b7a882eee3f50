import { GraphBuilder } from '../onnx/builder.ts';
import { elementType, type Graph, type Model, readModel, type Tensor, writeModel } from '../onnx/onnx.ts';
import { unsignedValues } from '../onnx/tensors.ts';
import { valueInfo } from '../onnx/value-info.ts';

/** Places of the weights and of their zero point among the inputs of a product. */
const PLACES: Readonly<Record<string, readonly number[]>> = {
  DynamicQuantizeMatMul: [1, 3],
  MatMulInteger: [1, 3],
  MatMulIntegerToFloat: [1, 5],
};

/**
 * The same products with signed weights. Weights and zero point move together, so that every product stays what it was; processors
 * with instructions for such products take less time: the encoder of Moonshine 46 %, the generator of the synthesis model 64 %. Others
 * may cut sums off: see `signedProbe`.
 */
export function withSignedWeights(graph: Graph): Graph {
  return withWeights(graph, elementType.uint8, elementType.int8, signedBytes);
}

/** The other way round, for processors that cut sums off. Nothing changes where there are no signed weights. */
export function withUnsignedWeights(graph: Graph): Graph {
  return withWeights(graph, elementType.int8, elementType.uint8, unsignedValues);
}

export function signedModel(model: Model): Uint8Array {
  return writeModel({ ...model, graph: withSignedWeights(model.graph) });
}

export function unsignedModel(bytes: Uint8Array): Uint8Array {
  const model = readModel(bytes);
  return writeModel({ ...model, graph: withUnsignedWeights(model.graph) });
}

function withWeights(graph: Graph, from: number, to: number, bytesOf: (tensor: Tensor) => Uint8Array): Graph {
  const tensors = new Map(graph.initializers.map((tensor) => [tensor.name!, tensor]));
  const moved = new Map<string, Tensor>();
  const nodes = graph.nodes.map((node) => {
    const places = PLACES[node.opType] ?? [];
    const found = places.map((place) => tensors.get(node.inputs[place] ?? ''));
    if (places.length === 0 || found.some((tensor) => tensor?.dataType !== from)) return node;
    const inputs = [...node.inputs];
    for (const [at, place] of places.entries()) {
      const name = movedName(found[at]!.name!);
      if (!moved.has(name))
        moved.set(name, { name, dims: found[at]!.dims, dataType: to, rawData: bytesOf(found[at]!) });
      inputs[place] = name;
    }
    return { ...node, inputs };
  });
  if (moved.size === 0) return graph;
  const used = new Set(nodes.flatMap(({ inputs }) => inputs));
  const initializers = [...graph.initializers, ...moved.values()].filter(({ name }) => used.has(name!));
  return { ...graph, nodes, initializers };
}

const MOVED = '/signed';

function movedName(name: string): string {
  return name.endsWith(MOVED) ? name.slice(0, -MOVED.length) : `${name}${MOVED}`;
}

function signedBytes(tensor: Tensor): Uint8Array {
  return unsignedValues(tensor).map((byte) => byte ^ 0x80);
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
