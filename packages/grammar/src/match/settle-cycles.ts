import { NEXT, PREV } from './chart-memory.ts';
import type { Forest } from './forest.ts';

/**
 * Settles a forest in which items may be parts of themselves: by strongly connected components, bottom up (Tarjan,
 * with a stack of its own: a sentence of a thousand words nests thousands deep). Inside a component items are
 * settled cheapest first, Knuth's generalisation of Dijkstra; derivations may then only use edges whose parts were
 * settled before, so that none goes round in a circle.
 */
export function settleByComponents(forest: Forest, rank: Int32Array): void {
  const { edges, itemEdge, items } = forest.chart;
  const order = new Int32Array(items);
  const low = new Int32Array(items);
  // The place in `edges` under inspection: an edge's PREV, then its CHILD.
  const cursor = new Int32Array(items);
  const path: number[] = [];
  const stack: number[] = [];
  let counter = 0;
  const enter = (item: number) => {
    order[item] = low[item] = ++counter;
    cursor[item] = itemEdge[item]!;
    path.push(item);
    stack.push(item);
  };
  enter(forest.root);
  while (path.length > 0) {
    const item = path[path.length - 1]!;
    let at = cursor[item]!;
    let down = -1;
    while (at !== -1) {
      const part = edges[at]!;
      if (part !== -1 && order[part] === 0) {
        down = part;
        break;
      }
      if (part !== -1 && rank[part] === -1) low[item] = Math.min(low[item]!, low[part]!);
      at = at % 4 === PREV ? at + 1 : edges[at - 1 + NEXT]!;
    }
    cursor[item] = at;
    if (down !== -1) {
      enter(down);
      continue;
    }
    path.pop();
    if (low[item] !== order[item]) continue;
    const members = stack.splice(stack.lastIndexOf(item));
    settleMembers(forest, members);
  }
}

function settleMembers(forest: Forest, members: readonly number[]): void {
  const { edges, itemEdge } = forest.chart;
  const open = new Set(members);
  // Components are mostly single items, else a handful; a queue would not pay.
  while (open.size > 0) {
    let next = -1;
    let nextEdge = -1;
    let nextCost = Number.POSITIVE_INFINITY;
    for (const item of open) {
      if (itemEdge[item] === -1) {
        next = item;
        nextEdge = -1;
        nextCost = 0;
        break;
      }
      for (let edge = itemEdge[item]!; edge !== -1; edge = edges[edge + NEXT]!) {
        const cost = forest.costOver(edge);
        if (cost < nextCost || (cost === nextCost && next === item && forest.precedes(edge, nextEdge))) {
          next = item;
          nextEdge = edge;
          nextCost = cost;
        }
      }
    }
    // What is left has no derivation but round and round.
    if (next === -1) return;
    open.delete(next);
    forest.settle(next, nextEdge, nextCost);
  }
}
