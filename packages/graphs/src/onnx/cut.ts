import type { Graph, Model, Node, ValueInfo } from './onnx.ts';
import { pruneGraph } from './prune.ts';

/** A value of a graph that becomes an input or output of a part of it, under a name of ours. */
export interface CutValue {
  /** Its name in the graph. */
  value: string;
  info: ValueInfo;
}

/** The part of a model that makes some of its values out of others. Inputs of the model that it needs stay inputs. */
export function cutModel(model: Model, given: readonly CutValue[], wanted: readonly CutValue[]): Model {
  const { graph } = model;
  const names = new Map([...given, ...wanted].map(({ value, info }) => [value, info.name]));
  const isGiven = new Set(given.map(({ value }) => value));
  const renamed = (name: string) => names.get(name) ?? name;
  const nodes = graph.nodes
    .filter(({ outputs }) => !outputs.some((name) => isGiven.has(name)))
    .map((node) => ({ ...node, inputs: node.inputs.map(renamed), outputs: node.outputs.map(renamed) }));
  const part: Graph = {
    ...graph,
    nodes: nodes.map((node) => renamedInside(node, renamed)),
    inputs: [...graph.inputs, ...given.map(({ info }) => info)],
    outputs: wanted.map(({ info }) => info),
  };
  return { ...model, graph: pruneGraph(part) };
}

/** Graphs within a node take values from outside by their names. */
function renamedInside(node: Node, renamed: (name: string) => string): Node {
  if (!node.attributes.some(({ graph }) => graph)) return node;
  const attributes = node.attributes.map((attribute) => {
    if (!attribute.graph) return attribute;
    const nodes = attribute.graph.nodes.map((inner) => {
      const named = { ...inner, inputs: inner.inputs.map(renamed) };
      return renamedInside(named, renamed);
    });
    return { ...attribute, graph: { ...attribute.graph, nodes } };
  });
  return { ...node, attributes };
}
