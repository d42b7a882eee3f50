import { type Chart, TAIL_CHAIN } from './chart.ts';

/** Unrolls every chain of tail calls that the forest under an item holds, in place. */
export function unrollTailChains(chart: Chart, root: number): void {
  if (chart.tailChains === 0) return;
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
    for (let edge = chart.itemEdge[item]!; edge !== -1; edge = chart.edgeNext[edge]!) {
      if (chart.edgeArc[edge] === TAIL_CHAIN) unroll(chart, item, edge, visit);
      if (chart.edgePrev[edge]! !== -1) visit(chart.edgePrev[edge]!);
      if (chart.edgeChild[edge]! !== -1) visit(chart.edgeChild[edge]!);
    }
}

function unroll(chart: Chart, top: number, edge: number, visit: (item: number) => void): void {
  const { network } = chart.grammar;
  const end = chart.itemEnd[top]!;
  let waiter = chart.edgePrev[edge]!;
  let child = chart.edgeChild[edge]!;
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
      chart.edgePrev[edge] = prev;
      chart.edgeChild[edge] = child;
      chart.edgeArc[edge] = arc;
      return;
    }
    const made = chart.newItem(final, origin, end);
    chart.addEdge(made, prev, child, arc);
    child = made;
    waiter = chart.waiting(origin, rule);
  }
}
