import { GraphError } from '../errors.ts';
import type { Graph, Model, Node } from '../onnx/onnx.ts';
import { pruneGraph } from '../onnx/prune.ts';

export type Branch = 'then_branch' | 'else_branch';

/**
 * A merged decoder is one `If` whose branches take every weight from the outer graph. Gives the model that
 * always runs the one branch: its nodes moved out, the weights and inputs it does not use left behind.
 */
export function flattenBranch(model: Model, branch: Branch): Model {
  const outer = model.graph;
  const choice = outer.nodes.filter((node) => node.opType === 'If');
  if (choice.length !== 1) {
    throw new GraphError('unexpected-graph', `${choice.length} If nodes in a merged decoder, not one`);
  }
  const inner = choice[0]!.attributes.find((attribute) => attribute.name === branch)?.graph;
  if (!inner) throw new GraphError('unexpected-graph', `the If node has no ${branch}`);

  const graph: Graph = {
    ...outer,
    nodes: [
      ...outer.nodes.filter((node) => node !== choice[0]),
      ...inner.nodes,
      ...renames(inner, choice[0]!.outputs),
    ],
    initializers: [...outer.initializers, ...inner.initializers],
  };
  return { ...model, graph: pruneGraph(graph) };
}

/** A branch may call its outputs otherwise than the `If` does. */
function renames(inner: Graph, names: readonly string[]): Node[] {
  if (inner.outputs.length !== names.length) {
    throw new GraphError(
      'unexpected-graph',
      `the branch gives ${inner.outputs.length} outputs where the If node has ${names.length}`,
    );
  }
  return inner.outputs.flatMap(({ name }, at) =>
    name === names[at] ? [] : [{ opType: 'Identity', inputs: [name], outputs: [names[at]!], attributes: [] }],
  );
}
