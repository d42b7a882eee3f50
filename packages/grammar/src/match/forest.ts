import type { Chart } from './chart.ts';
import { ARC, CHILD, PREV } from './chart-memory.ts';
import { settleByComponents } from './settle-cycles.ts';
import { unrollTailChains } from './unroll.ts';

/**
 * The packed forest under an accepting item, with the best derivation of every item in it. A chart built in order has
 * these already. Otherwise items are settled anew, parts before wholes; where there is no such order, because an item
 * is part of itself over the same words, `settleByComponents` cuts the cycle.
 */
export class Forest {
  readonly chart: Chart;
  readonly root: number;
  /** By item: the cost of its best derivation in millionths of a nat. */
  cost: Float64Array;
  /** By item: the edge of its best derivation; -1 where a rule begins. */
  best: Int32Array;
  /** By item: the first arc its rule takes in its best derivation. */
  lead: Int32Array;
  /** By item: when it was settled, -1 if it was not. Undefined where every edge leads to items settled before. */
  readonly rank: Int32Array | undefined;
  #settled = 0;

  constructor(chart: Chart, root: number) {
    this.chart = chart;
    this.root = root;
    if (!chart.inOrder) unrollTailChains(chart, root);
    this.cost = chart.itemCost;
    this.best = chart.itemBest;
    this.lead = chart.itemLead;
    if (chart.inOrder) return;
    this.cost = new Float64Array(chart.items);
    this.best = new Int32Array(chart.items).fill(-1);
    this.lead = new Int32Array(chart.items).fill(-1);
    this.rank = new Int32Array(chart.items).fill(-1);
    settleByComponents(this, this.rank);
  }

  /** Unrolling a chain of tail calls may have moved the chart's arrays. */
  refresh(): void {
    if (this.rank) return;
    this.cost = this.chart.itemCost;
    this.best = this.chart.itemBest;
    this.lead = this.chart.itemLead;
  }

  /** Whether a derivation may use an edge: its parts were settled before the item. */
  isOpen(item: number, edge: number): boolean {
    if (!this.rank) return true;
    const child = this.chart.edges[edge + CHILD]!;
    const rank = this.rank[item]!;
    return (
      this.#isBefore(this.chart.edges[edge + PREV]!, rank) && (child === -1 || this.#isBefore(child, rank))
    );
  }

  #isBefore(item: number, rank: number): boolean {
    return this.rank![item]! !== -1 && this.rank![item]! < rank;
  }

  settle(item: number, edge: number, cost: number): void {
    this.cost[item] = cost;
    this.best[item] = edge;
    if (edge !== -1) this.lead[item] = this.leadOver(edge, this.lead[this.chart.edges[edge + PREV]!]!);
    this.rank![item] = this.#settled++;
  }

  /** The first arc of the rule in a derivation that ends with this edge. */
  leadOver(edge: number, before: number): number {
    return before === -1 ? this.chart.edges[edge + ARC]! : before;
  }

  /** Infinite while a part is not settled. */
  costOver(edge: number): number {
    const { edges } = this.chart;
    const prev = edges[edge + PREV]!;
    const child = edges[edge + CHILD]!;
    if (this.rank && (this.rank[prev] === -1 || (child !== -1 && this.rank[child] === -1)))
      return Number.POSITIVE_INFINITY;
    const cost = this.cost[prev]! + this.chart.grammar.network.arcCost[edges[edge + ARC]!]!;
    return child === -1 ? cost : cost + this.cost[child]!;
  }

  /** Of two edges that cost the same: the rule's first choice, then the latest, in document order; then the longer first part. */
  precedes(edge: number, other: number): boolean {
    const { edges, itemEnd } = this.chart;
    const prev = edges[edge + PREV]!;
    const otherPrev = edges[other + PREV]!;
    const lead = this.leadOver(edge, this.lead[prev]!) - this.leadOver(other, this.lead[otherPrev]!);
    if (lead !== 0) return lead < 0;
    if (edges[edge + ARC] !== edges[other + ARC]) return edges[edge + ARC]! < edges[other + ARC]!;
    return itemEnd[prev]! > itemEnd[otherPrev]!;
  }
}
