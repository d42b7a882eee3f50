import { GraphError } from '../errors.ts';
import type { Graph, Node } from './onnx.ts';

/** Drops the nodes, weights and inputs that no output depends on, and puts the nodes in running order. */
export function pruneGraph(graph: Graph): Graph {
  const producers = new Map<string, Node>();
  for (const node of graph.nodes) {
    for (const output of node.outputs) {
      if (output !== '') producers.set(output, node);
    }
  }
  const used = new Set<string>();
  const kept = new Set<Node>();
  const given = new Set([...graph.inputs, ...graph.initializers].map(({ name }) => name));

  // A stack of its own: a decoder's chain of operators is deeper than the call stack should go.
  const pending = graph.outputs.map(({ name }) => name).reverse();
  const open = new Set<Node>();
  while (pending.length > 0) {
    const name = pending.at(-1)!;
    used.add(name);
    const node = producers.get(name);
    if (!node && !given.has(name)) {
      throw new GraphError('unexpected-graph', `nothing gives the value ${name}`);
    }
    if (!node || kept.has(node)) {
      pending.pop();
      continue;
    }
    const missing = captures(node).filter((input) => {
      const producer = producers.get(input);
      return producer ? !kept.has(producer) : !used.has(input);
    });
    if (missing.length === 0) {
      kept.add(node);
      pending.pop();
    } else if (open.has(node) && missing.some((input) => open.has(producers.get(input)!))) {
      throw new GraphError('unexpected-graph', `the node giving ${name} depends on itself`);
    } else {
      open.add(node);
      pending.push(...missing.reverse());
    }
  }
  return {
    ...graph,
    nodes: [...kept],
    inputs: graph.inputs.filter(({ name }) => used.has(name)),
    initializers: graph.initializers.filter(({ name }) => used.has(name!)),
  };
}

/** Names a node needs: its inputs, and what the graphs inside it take from outside. */
function captures(node: Node): string[] {
  const names = node.inputs.filter((name) => name !== '');
  for (const { graph } of node.attributes) {
    if (!graph) continue;
    const own = new Set([
      ...graph.inputs.map(({ name }) => name),
      ...graph.initializers.map(({ name }) => name!),
      ...graph.nodes.flatMap(({ outputs }) => outputs),
    ]);
    names.push(...graph.nodes.flatMap(captures).filter((name) => !own.has(name)));
  }
  return names;
}
