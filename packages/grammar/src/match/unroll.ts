import type { Chart } from './chart.ts';
import { ARC, CHILD, NEXT, PREV, TAIL_CHAIN } from './chart-memory.ts';

/** Unrolls every chain of tail calls that the forest under an item holds, in place. */
export function unrollTailChains(chart: Chart, root: number): void {
  const seen = new Uint8Array(chart.items);
  const open = [root];
  const visit = (item: number) => {
    // Items made by unrolling lie beyond `seen`: their parts are visited with the chain they come from.
    if (item < seen.length && seen[item] === 0) {
      seen[item] = 1;
      open.push(item);
    }
  };
  seen[root] = 1;
  for (let item = open.pop(); item !== undefined; item = open.pop())
    for (let edge = chart.itemEdge[item]!; edge !== -1; edge = chart.edges[edge + NEXT]!) {
      unrollEdge(chart, item, edge, visit);
      if (chart.edges[edge + PREV]! !== -1) visit(chart.edges[edge + PREV]!);
      if (chart.edges[edge + CHILD]! !== -1) visit(chart.edges[edge + CHILD]!);
    }
}

/** Where an edge of an item is a chain of tail calls, turns it into the edges and items that it stands for. */
export function unrollEdge(
  chart: Chart,
  top: number,
  edge: number,
  visit: (item: number) => void = () => {},
): void {
  if (chart.edges[edge + ARC] !== TAIL_CHAIN) return;
  const { network } = chart.grammar;
  const end = chart.itemEnd[top]!;
  let waiter = chart.edges[edge + PREV]!;
  let child = chart.edges[edge + CHILD]!;
  for (;;) {
    const item = chart.waiterItem[waiter]!;
    const origin = chart.itemOrigin[item]!;
    const rule = network.stateRule[chart.itemState[item]!]!;
    const final = network.ruleFinal[rule]!;
    const last = chart.itemState[top] === final && chart.itemOrigin[top] === origin;
    visit(item);
    visit(child);
    let prev = item;
    let arc = chart.waiterArc[waiter]!;
    for (let state = network.arcTarget[arc]!; state !== final; state = network.arcTarget[arc]!) {
      const made = chart.newItem(state, origin, end);
      chart.addEdge(made, prev, child, arc);
      prev = made;
      child = -1;
      arc = network.firstArc[state]!;
    }
    if (last) {
      chart.edges[edge + PREV] = prev;
      chart.edges[edge + CHILD] = child;
      chart.edges[edge + ARC] = arc;
      return;
    }
    const made = chart.newItem(final, origin, end);
    chart.addEdge(made, prev, child, arc);
    child = made;
    waiter = chart.waiting(origin, rule);
  }
}
