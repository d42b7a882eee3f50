import type { Chart } from './chart.ts';
import { unrollTailChains } from './unroll.ts';

/**
 * The packed forest under an accepting item, with the best derivation of every item found. Derivations that go
 * round a cycle (an item inside itself, over the same words) are cut: inside a strongly connected component, items
 * are settled cheapest first (Knuth's generalisation of Dijkstra), and an edge counts only if it leads to items
 * settled before.
 */
export class Forest {
  readonly chart: Chart;
  readonly root: number;
  /** By item: the cost of its best derivation in millionths of a nat. */
  readonly cost: Float64Array;
  /** By item: the edge of its best derivation; -1 where a rule begins. */
  readonly best: Int32Array;
  /** By item: the first arc its rule takes in its best derivation; decides ties in document order. */
  readonly lead: Int32Array;
  /** By item: when it was settled. Items not in the forest have -1. */
  readonly rank: Int32Array;
  #settled = 0;

  constructor(chart: Chart, root: number) {
    unrollTailChains(chart, root);
    this.chart = chart;
    this.root = root;
    this.cost = new Float64Array(chart.items);
    this.best = new Int32Array(chart.items).fill(-1);
    this.lead = new Int32Array(chart.items).fill(-1);
    this.rank = new Int32Array(chart.items).fill(-1);
    this.#settleAll();
  }

  /** Whether a derivation may use an edge: its parts were settled before the item. */
  isOpen(item: number, edge: number): boolean {
    const prev = this.chart.edgePrev[edge]!;
    const child = this.chart.edgeChild[edge]!;
    const rank = this.rank[item]!;
    return this.#isBefore(prev, rank) && (child === -1 || this.#isBefore(child, rank));
  }

  #isBefore(item: number, rank: number): boolean {
    return this.rank[item]! !== -1 && this.rank[item]! < rank;
  }

  /** Tarjan's components, bottom up, with a stack of its own: a sentence of a thousand words nests thousands deep. */
  #settleAll(): void {
    const { itemEdge, edgePrev, edgeChild, edgeNext, items } = this.chart;
    const order = new Int32Array(items);
    const low = new Int32Array(items);
    // Twice the edge under inspection, plus one when its `prev` is done and its child is next.
    const cursor = new Int32Array(items);
    const path: number[] = [];
    const stack: number[] = [];
    let counter = 0;
    const enter = (item: number) => {
      order[item] = low[item] = ++counter;
      cursor[item] = itemEdge[item]! * 2;
      path.push(item);
      stack.push(item);
    };
    enter(this.root);
    while (path.length > 0) {
      const item = path[path.length - 1]!;
      let at = cursor[item]!;
      let lowest = low[item]!;
      let down = -1;
      while (at >= 0) {
        const edge = at >> 1;
        const part = (at & 1) === 0 ? edgePrev[edge]! : edgeChild[edge]!;
        if (part !== -1) {
          if (order[part] === 0) {
            down = part;
            break;
          }
          if (this.rank[part] === -1 && low[part]! < lowest) lowest = low[part]!;
        }
        at = (at & 1) === 0 ? at + 1 : edgeNext[edge]! * 2;
      }
      cursor[item] = at;
      low[item] = lowest;
      if (down !== -1) {
        enter(down);
        continue;
      }
      path.pop();
      if (lowest !== order[item]) continue;
      if (stack[stack.length - 1] === item) {
        stack.pop();
        this.#settleOne(item);
      } else this.#settleCycle(stack.splice(stack.indexOf(item)));
    }
  }

  #settleOne(item: number): void {
    const { itemEdge, edgeNext } = this.chart;
    let best = -1;
    let bestCost = Number.POSITIVE_INFINITY;
    for (let edge = itemEdge[item]!; edge !== -1; edge = edgeNext[edge]!) {
      const cost = this.#costOver(edge);
      if (cost < bestCost || (cost === bestCost && best !== -1 && this.#precedes(edge, best))) {
        best = edge;
        bestCost = cost;
      }
    }
    if (itemEdge[item] === -1) this.#settle(item, -1, 0);
    else if (best !== -1) this.#settle(item, best, bestCost);
  }

  #settle(item: number, edge: number, cost: number): void {
    this.cost[item] = cost;
    this.best[item] = edge;
    if (edge !== -1) this.lead[item] = this.leadOver(edge, this.lead[this.chart.edgePrev[edge]!]!);
    this.rank[item] = this.#settled++;
  }

  /** The first arc of the rule in a derivation that ends with this edge. */
  leadOver(edge: number, before: number): number {
    return before === -1 ? this.chart.edgeArc[edge]! : before;
  }

  /** Infinite while a part is not settled. */
  #costOver(edge: number): number {
    const prev = this.chart.edgePrev[edge]!;
    const child = this.chart.edgeChild[edge]!;
    if (this.rank[prev] === -1 || (child !== -1 && this.rank[child] === -1)) return Number.POSITIVE_INFINITY;
    const cost = this.cost[prev]! + this.chart.grammar.network.arcCost[this.chart.edgeArc[edge]!]!;
    return child === -1 ? cost : cost + this.cost[child]!;
  }

  /** Ties: the choice the rule began with in document order, then the latest one, then the longer first part. */
  #precedes(edge: number, other: number): boolean {
    const { edgePrev, edgeArc, itemEnd } = this.chart;
    const prev = edgePrev[edge]!;
    const otherPrev = edgePrev[other]!;
    const lead = this.leadOver(edge, this.lead[prev]!) - this.leadOver(other, this.lead[otherPrev]!);
    if (lead !== 0) return lead < 0;
    if (edgeArc[edge] !== edgeArc[other]) return edgeArc[edge]! < edgeArc[other]!;
    return itemEnd[prev]! > itemEnd[otherPrev]!;
  }

  #settleCycle(members: readonly number[]): void {
    const { itemEdge, edgeNext } = this.chart;
    const open = new Set(members);
    // Components are a handful of items; a queue would not pay.
    while (open.size > 0) {
      let next = -1;
      let nextEdge = -1;
      let nextCost = Number.POSITIVE_INFINITY;
      for (const item of open)
        for (let edge = itemEdge[item]!; edge !== -1; edge = edgeNext[edge]!) {
          const cost = this.#costOver(edge);
          if (cost < nextCost) {
            next = item;
            nextEdge = edge;
            nextCost = cost;
          }
        }
      // What is left has no derivation but round and round.
      if (next === -1) return;
      open.delete(next);
      this.#settle(next, nextEdge, nextCost);
    }
  }
}
