import {
  type Attribute,
  attributeType,
  type Graph,
  type Model,
  type Node,
  type Tensor,
  type ValueInfo,
} from './onnx.ts';
import { int64Tensor } from './tensors.ts';

export type AttributeValue = number | bigint | readonly number[];

/** Operators beyond the standard ones, in every onnxruntime build. */
export const microsoft = 'com.microsoft';

// LayerNormalization came with 17; ReduceSum and friends change their shape at 18.
const standardOperators = 17;
const irVersion = 8;

/** Writes a graph node by node. Values are named after the node that gives them. */
export class GraphBuilder {
  readonly #graph: Graph;
  readonly #constants = new Map<string, string>();

  constructor(name: string) {
    this.#graph = { name, nodes: [], initializers: [], inputs: [], outputs: [] };
  }

  input(info: ValueInfo): string {
    this.#graph.inputs.push(info);
    return info.name;
  }

  output(info: ValueInfo): void {
    this.#graph.outputs.push(info);
  }

  initializer(tensor: Tensor): string {
    this.#graph.initializers.push(tensor);
    return tensor.name!;
  }

  /** A small list of integers, for shapes and axes; equal ones are stored once. */
  integers(...values: number[]): string {
    return this.#constant(`integers:${values}`, (name) => int64Tensor(name, [values.length], values));
  }

  integer(value: number): string {
    return this.#constant(`integer:${value}`, (name) => int64Tensor(name, [], [value]));
  }

  /** Adds a node and gives the name of its first output. */
  add(
    opType: string,
    name: string,
    inputs: readonly string[],
    attributes: Record<string, AttributeValue> = {},
    { domain = '', outputs = [name] }: { domain?: string; outputs?: readonly string[] } = {},
  ): string {
    const node: Node = {
      name,
      opType,
      inputs: [...inputs],
      outputs: [...outputs],
      attributes: Object.entries(attributes).map(([key, value]) => attribute(key, value)),
    };
    if (domain !== '') node.domain = domain;
    this.#graph.nodes.push(node);
    return node.outputs[0]!;
  }

  model(): Model {
    return {
      irVersion,
      producer: 'locutor',
      operatorSets: [
        { domain: '', version: standardOperators },
        { domain: microsoft, version: 1 },
      ],
      graph: this.#graph,
    };
  }

  #constant(name: string, make: (name: string) => Tensor): string {
    const known = this.#constants.get(name);
    if (known !== undefined) return known;
    this.#constants.set(name, name);
    return this.initializer(make(name));
  }
}

/** A bigint is an `int` attribute and a number a `float` one: JavaScript cannot tell 1 from 1.0. */
export function attribute(name: string, value: AttributeValue): Attribute {
  if (typeof value === 'bigint') return { name, type: attributeType.int, int: value, ints: [] };
  if (typeof value === 'number') return { name, type: attributeType.float, float: value, ints: [] };
  return { name, type: attributeType.ints, ints: value.map(BigInt) };
}
