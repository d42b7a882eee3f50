import { GraphError } from '../errors.ts';
import type { Graph, Node, Tensor } from './onnx.ts';
import { floatValues, int64Values, only, unsignedValues } from './tensors.ts';

/** A matrix product over dynamically quantised input: `x · (weight − zeroPoint) · scale + bias`. */
export interface Linear {
  rows: number;
  columns: number;
  weight: Uint8Array;
  scale: number;
  zeroPoint: number;
  bias?: Float32Array;
}

export interface Norm {
  weight: Float32Array;
  bias?: Float32Array;
  epsilon: number;
}

/** Looks things up in a published graph, and says what is missing when it is another graph than expected. */
export class SourceGraph {
  readonly graph: Graph;
  readonly title: string;
  readonly #named = new Map<string, Node>();
  readonly #consumers = new Map<string, Node[]>();
  readonly #producers = new Map<string, Node>();
  readonly #tensors = new Map<string, Tensor>();

  constructor(graph: Graph, title: string) {
    this.graph = graph;
    this.title = title;
    for (const tensor of graph.initializers) this.#tensors.set(tensor.name!, tensor);
    for (const node of graph.nodes) {
      if (node.name) this.#named.set(node.name, node);
      for (const output of node.outputs) this.#producers.set(output, node);
      for (const input of node.inputs) {
        const known = this.#consumers.get(input);
        if (known) known.push(node);
        else this.#consumers.set(input, [node]);
      }
      // Some exporters write constants as nodes, others as initializers.
      const value =
        node.opType === 'Constant' && node.attributes.find(({ name }) => name === 'value')?.tensor;
      if (value) this.#tensors.set(node.outputs[0]!, value);
    }
  }

  node(name: string, opType: string): Node {
    const node = this.#named.get(name);
    if (node?.opType !== opType) this.#fail(`no ${opType} node named ${name}`);
    return node;
  }

  /** The node that gives a value. */
  producer(value: string, opType: string): Node {
    const node = this.#producers.get(value);
    if (node?.opType !== opType) this.#fail(`no ${opType} gives ${value}`);
    return node;
  }

  /** The node that gives a value, where it is of this type. */
  find(value: string | undefined, opType: string): Node | undefined {
    const node = this.#producers.get(value ?? '');
    return node?.opType === opType ? node : undefined;
  }

  consumers(value: string): readonly Node[] {
    return this.#consumers.get(value) ?? [];
  }

  /** The one node that takes a value. */
  consumer(value: string): Node {
    const consumers = this.consumers(value);
    if (consumers.length !== 1) this.#fail(`${consumers.length} nodes take ${value}, not one`);
    return consumers[0]!;
  }

  tensor(name: string): Tensor {
    return this.#tensors.get(name) ?? this.#fail(`no constant named ${name}`);
  }

  /** The value of a constant that is one integer. */
  integer(name: string): number {
    const tensor = this.tensor(name);
    return only(int64Values(tensor), tensor);
  }

  isConstant(name: string): boolean {
    return this.#tensors.has(name);
  }

  /** The quantised matrix product whose nodes are named after `prefix`. */
  linear(prefix: string): Linear {
    const product = this.node(`${prefix}/MatMul_quant`, 'MatMulInteger');
    const weight = this.tensor(product.inputs[1]!);
    const zeroPoint = this.tensor(product.inputs[3]!);
    const scales = this.node(`${prefix}/MatMul_quant_scales_mul`, 'Mul');
    const scale = this.constantInput(scales);
    const scaled = this.#consumer(this.#consumer(product, 'Cast')!, 'Mul')!;
    if (!scaled.inputs.includes(scales.outputs[0]!)) this.#fail(`${prefix} is not scaled by ${scales.name}`);
    const sum = this.#consumer(scaled, 'Add');
    const bias = sum?.inputs.find((input) => this.isConstant(input));
    const [rows, columns] = weight.dims;
    if (weight.dims.length !== 2 || !rows || !columns) this.#fail(`${weight.name} is not a matrix`);
    return {
      rows,
      columns,
      weight: unsignedValues(weight),
      scale: only(floatValues(scale), scale),
      zeroPoint: only(unsignedValues(zeroPoint), zeroPoint),
      ...(bias === undefined ? {} : { bias: floatValues(this.tensor(bias)) }),
    };
  }

  /** The layer normalisation that is spelt out in nodes named after `prefix`. */
  norm(prefix: string): Norm {
    const epsilon = this.constantInput(this.node(`${prefix}/Add`, 'Add'));
    const scaled = this.node(`${prefix}/Mul`, 'Mul');
    const shifted = this.#named.get(`${prefix}/Add_1`);
    return {
      weight: floatValues(this.constantInput(scaled)),
      epsilon: only(floatValues(epsilon), epsilon),
      ...(shifted ? { bias: floatValues(this.constantInput(shifted)) } : {}),
    };
  }

  /** How many layers there are: the names count from `prefix0` on. */
  count(prefix: string): number {
    const names = [...this.#named.keys()];
    let layers = 0;
    while (names.some((name) => name.startsWith(`${prefix}${layers}/`))) layers++;
    return layers;
  }

  /** The one input of a node that is a constant. */
  constantInput(node: Node): Tensor {
    const name = node.inputs.find((input) => this.isConstant(input));
    return name === undefined ? this.#fail(`${node.name} has no constant input`) : this.tensor(name);
  }

  /** The single node that takes a node's output: of that type it is given, an Add may be missing. */
  #consumer(node: Node, opType: 'Cast' | 'Mul' | 'Add'): Node | undefined {
    const consumers = this.#consumers.get(node.outputs[0]!) ?? [];
    if (consumers.length === 1 && consumers[0]!.opType === opType) return consumers[0];
    if (opType === 'Add') return undefined;
    this.#fail(`${node.name} is not followed by one ${opType}`);
  }

  #fail(reason: string): never {
    throw new GraphError('unexpected-graph', `${this.title}: ${reason}`);
  }
}
