import { createHash } from 'node:crypto';
import { GraphError } from '../errors.ts';
import { elementType, type Node, type Tensor } from './onnx.ts';
import type { SourceGraph } from './source-graph.ts';
import { floatValues, int64Values } from './tensors.ts';

/** Signatures of the graphs a rewrite was written for. */
export interface KnownSignatures {
  /** Of a layer, one per size of model. */
  layers: readonly string[];
  /** Of everything outside the layers. */
  surroundings: readonly string[];
}

/**
 * The rebuilt graphs take the weights and write the arithmetic anew, so the arithmetic of the source must be
 * the one they were written for. Refuses a graph whose operators, wiring or small constants differ anywhere.
 */
export function checkSignatures(source: SourceGraph, prefix: string, known: KnownSignatures): void {
  const layers = source.count(prefix);
  for (let layer = 0; layer < layers; layer++) {
    const own = `${prefix}${layer}/`;
    expectKnown(
      own,
      signature(source, (name) => name.startsWith(own), own),
      known.layers,
    );
  }
  const outside = signature(source, (name) => !name.startsWith(prefix), '');
  expectKnown(`the ${source.title} around its layers`, outside, known.surroundings);
}

/** A hash of the chosen nodes that does not depend on the weights, nor on the layer's number. */
export function signature(source: SourceGraph, chosen: (name: string) => boolean, prefix: string): string {
  const nodes = source.graph.nodes.filter(({ name, opType }) => opType !== 'Constant' && chosen(name ?? ''));
  const inside = new Map<string, string>();
  for (const node of nodes) {
    // Some outputs are named after the layer, some nodes not at all: the node's name first, then the output's.
    const own = node.name ? node.name.replace(prefix, '') : node.outputs[0]!;
    for (const [at, output] of node.outputs.entries()) inside.set(output, `${own}:${at}`);
  }
  const nameOf = (value: string): string =>
    source.isConstant(value) ? constantText(source.tensor(value)) : (inside.get(value) ?? 'outside');
  const line = (node: Node): string =>
    [
      inside.get(node.outputs[0]!),
      node.opType,
      ...node.inputs.map(nameOf),
      ...node.attributes.map(({ name, int, ints, float }) => `${name}=${int ?? float ?? ints}`),
    ].join(' ');
  const text = nodes.map(line).sort().join('\n');
  return createHash('sha256').update(text).digest('hex').slice(0, 16);
}

function expectKnown(part: string, found: string, known: readonly string[]): void {
  if (known.includes(found)) return;
  throw new GraphError(
    'unexpected-graph',
    `${part} is not built from the operators this rewrite knows (signature ${found}, known ${known.join(', ')})`,
  );
}

function constantText(tensor: Tensor): string {
  const elements = tensor.dims.reduce((product, dim) => product * dim, 1);
  if (elements <= 8 && tensor.dataType === elementType.int64) return `[${int64Values(tensor)}]`;
  // A quantisation scale is one number too, but belongs to the weights: the quantiser keeps those outside
  // the raw data.
  if (elements === 1 && tensor.dataType === elementType.float && tensor.rawData)
    return `${floatValues(tensor)}`;
  return `weight:${tensor.dataType}`;
}
