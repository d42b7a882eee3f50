import { attribute } from '../onnx/builder.ts';
import type { Graph, Node, Tensor } from '../onnx/onnx.ts';
import { pruneGraph } from '../onnx/prune.ts';
import { SourceGraph } from '../onnx/source-graph.ts';
import { floatValues, int64Tensor, only } from '../onnx/tensors.ts';

const FLAT: Tensor = int64Tensor('adaptive-norms/flat', [1], [-1]);

/**
 * Writes normalisations over time that a style scales and shifts, and the activations x + sin²(αx) / α behind them, with five
 * operators instead of fourteen. Each of those passes over all values once.
 */
export function fusedAdaptiveNorms(graph: Graph): Graph {
  const source = new SourceGraph(graph, 'graph with adaptive norms');
  const replaced = new Map<Node, Node[]>();
  for (const node of graph.nodes) {
    const norm = node.opType === 'Div' ? readNorm(source, node) : undefined;
    for (const shifted of norm ? shiftsOf(source, node) : []) {
      const activation = readActivation(source, shifted);
      if (activation) replaced.set(activation.last, activated(norm!, shifted, activation));
      else replaced.set(shifted.add, normalised(norm!, shifted, shifted.add.outputs[0]!));
    }
  }
  if (replaced.size === 0) return graph;
  return pruneGraph({
    ...graph,
    nodes: graph.nodes.flatMap((node) => replaced.get(node) ?? [node]),
    initializers: [...graph.initializers, FLAT],
  });
}

interface Norm {
  input: string;
  epsilon: number;
}

/** Of `Div(x − mean, √(variance + ε))`; undefined where the division is something else. */
function readNorm(source: SourceGraph, div: Node): Norm | undefined {
  const centred = source.find(div.inputs[0]!, 'Sub');
  const sum = source.find(source.find(div.inputs[1]!, 'Sqrt')?.inputs[0], 'Add');
  const square = source.find(source.find(sum?.inputs[0], 'ReduceMean')?.inputs[0], 'Mul');
  const [input] = centred?.inputs ?? [];
  const mean = source.find(centred?.inputs[1], 'ReduceMean');
  if (!sum || !input || mean?.inputs[0] !== input) return undefined;
  const own = centred!.outputs[0]!;
  if (square?.inputs[0] !== own || square.inputs[1] !== own || !source.isConstant(sum.inputs[1]!))
    return undefined;
  const epsilon = source.tensor(sum.inputs[1]!);
  return { input, epsilon: only(floatValues(epsilon), epsilon) };
}

interface Shifted {
  scale: string;
  shift: string;
  add: Node;
}

/** What is done with a normalised value: several styles may scale and shift the same one. */
function shiftsOf(source: SourceGraph, div: Node): Shifted[] {
  const [value] = div.outputs as [string];
  const scaled = source.consumers(value);
  if (scaled.some(({ opType }) => opType !== 'Mul')) return [];
  return scaled.map((mul) => {
    const add = source.consumer(mul.outputs[0]!);
    return { scale: otherInput(mul, value), shift: otherInput(add, mul.outputs[0]!), add };
  });
}

interface Activation {
  alpha: string;
  inverse: string;
  last: Node;
}

function readActivation(source: SourceGraph, { add }: Shifted): Activation | undefined {
  const [value] = add.outputs as [string];
  const sine = source
    .consumers(value)
    .filter(({ opType }) => opType === 'Mul')
    .map((mul) => ({ mul, sine: source.consumers(mul.outputs[0]!)[0] }))
    .find((each) => each.sine?.opType === 'Sin');
  if (!sine) return undefined;
  const square = source.consumer(sine.sine!.outputs[0]!);
  const weighed = source.consumer(square.outputs[0]!);
  const last = source.consumer(weighed.outputs[0]!);
  if (square.opType !== 'Pow' || weighed.opType !== 'Mul' || !last.inputs.includes(value)) return undefined;
  return { alpha: otherInput(sine.mul, value), inverse: otherInput(weighed, square.outputs[0]!), last };
}

function normalised({ input, epsilon }: Norm, { scale, shift }: Shifted, output: string): Node[] {
  const flat = (value: string, step: string) => node('Reshape', `${output}/${step}`, [value, FLAT.name!]);
  const [scales, shifts] = [flat(scale, 'scales'), flat(shift, 'shifts')];
  const inputs = [input, scales.outputs[0]!, shifts.outputs[0]!];
  const norm = node('InstanceNormalization', output, inputs);
  norm.attributes.push(attribute('epsilon', epsilon));
  return [scales, shifts, norm];
}

/** With w = αx, x + sin²(αx) / α is (w + sin² w) / α. */
function activated(norm: Norm, shifted: Shifted, { alpha, inverse, last }: Activation): Node[] {
  const [output] = last.outputs as [string];
  const at = (step: string) => `${output}/${step}`;
  const scale = node('Mul', at('scale'), [shifted.scale, alpha]);
  const shift = node('Mul', at('shift'), [shifted.shift, alpha]);
  const widened = { scale: at('scale'), shift: at('shift'), add: shifted.add };
  return [
    scale,
    shift,
    ...normalised(norm, widened, at('norm')),
    node('Sin', at('sine'), [at('norm')]),
    node('Mul', at('square'), [at('sine'), at('sine')]),
    node('Add', at('sum'), [at('norm'), at('square')]),
    node('Mul', output, [at('sum'), inverse]),
  ];
}

function node(opType: string, output: string, inputs: string[]): Node {
  return { name: output, opType, inputs, outputs: [output], attributes: [] };
}

function otherInput({ inputs }: Node, one: string): string {
  return inputs[0] === one ? inputs[1]! : inputs[0]!;
}
