import { ARC, CHILD, NEXT, PREV } from './chart-memory.ts';
import type { Forest } from './forest.ts';
import { unrollEdge } from './unroll.ts';

/** One derivation of an item: an edge, and which derivations of the parts it joins. */
export interface Derivation {
  readonly edge: number;
  readonly prevRank: number;
  readonly childRank: number;
  readonly cost: number;
  readonly lead: number;
}

interface Listed {
  /** Best first, as far as asked for. */
  readonly found: Derivation[];
  /** What may come next: a binary heap, the best in front. */
  readonly candidates: Derivation[];
  /** The derivation whose neighbours are not yet among the candidates. */
  pending: Derivation | undefined;
  /** Derivations that are or were candidates, each as one number. */
  readonly seen: Set<number>;
}

const start: Derivation = { edge: -1, prevRank: 0, childRank: 0, cost: 0, lead: -1 };

/**
 * Derivations of a forest, best first, each made only when asked for: the third algorithm of Huang & Chiang,
 * "Better k-best parsing" (2005), with a stack of its own in place of recursion.
 */
export class KBest {
  readonly #forest: Forest;
  readonly #lists = new Map<number, Listed>();

  readonly #most: number;

  /** `most`: how many derivations will be asked for; an item then needs no more edges than that. */
  constructor(forest: Forest, most: number) {
    this.#forest = forest;
    this.#most = most;
  }

  /** The derivation number `rank` (0: the best) of an item, or undefined where there are fewer. */
  get(item: number, rank: number): Derivation | undefined {
    const wanted = [{ item, rank }];
    for (let want = wanted[wanted.length - 1]; want; want = wanted[wanted.length - 1]) {
      const list = this.#list(want.item);
      const missing = list.found.length > want.rank ? undefined : this.#missing(list);
      if (missing) {
        wanted.push(missing);
        continue;
      }
      if (list.found.length > want.rank || !this.#takeNext(list)) wanted.pop();
    }
    return this.#lists.get(item)!.found[rank];
  }

  /** Only after `get` returned it: the same derivation without further work. */
  known(item: number, rank: number): Derivation {
    return this.#list(item).found[rank]!;
  }

  #list(item: number): Listed {
    let list = this.#lists.get(item);
    if (!list) {
      list = { found: [], candidates: [], pending: undefined, seen: new Set() };
      this.#lists.set(item, list);
      const { chart } = this.#forest;
      const edges: number[] = [];
      for (let edge = chart.itemEdge[item]!; edge !== -1; edge = chart.edges[edge + NEXT]!) {
        unrollEdge(chart, item, edge);
        edges.push(edge);
      }
      this.#forest.refresh();
      const { best, lead, cost } = this.#forest;
      const edge = best[item]!;
      if (edge === -1) list.found.push(start);
      else {
        const first = { edge, prevRank: 0, childRank: 0, cost: cost[item]!, lead: lead[item]! };
        list.found.push(first);
        list.pending = first;
        // As they were found, which among equals is best first: the rest is then turned away at once.
        for (const other of edges.reverse())
          if (other !== edge && this.#forest.isOpen(item, other)) this.#consider(list.candidates, other);
      }
    }
    return list;
  }

  /** Adds the best derivation over an edge to a sorted list (which is also a heap), if it can ever be wanted. */
  #consider(sorted: Derivation[], edge: number): void {
    const derivation = this.#bestOver(edge);
    let low = 0;
    let high = sorted.length;
    if (high >= this.#most) {
      if (this.#compare(derivation, sorted[high - 1]!) >= 0) return;
      sorted.pop();
      high--;
    }
    while (low < high) {
      const middle = (low + high) >> 1;
      if (this.#compare(sorted[middle]!, derivation) <= 0) low = middle + 1;
      else high = middle;
    }
    sorted.splice(low, 0, derivation);
  }

  #bestOver(edge: number): Derivation {
    const { chart, cost, lead } = this.#forest;
    const prev = chart.edges[edge + PREV]!;
    const child = chart.edges[edge + CHILD]!;
    return {
      edge,
      prevRank: 0,
      childRank: 0,
      cost:
        cost[prev]! +
        (child === -1 ? 0 : cost[child]!) +
        chart.grammar.network.arcCost[chart.edges[edge + ARC]!]!,
      lead: this.#forest.leadOver(edge, lead[prev]!),
    };
  }

  /** A derivation of a part that must be known before the next one of this list can be: none when all are. */
  #missing(list: Listed): { item: number; rank: number } | undefined {
    if (!list.pending) return undefined;
    const { edge, prevRank, childRank } = list.pending;
    const prev = this.#forest.chart.edges[edge + PREV]!;
    const child = this.#forest.chart.edges[edge + CHILD]!;
    if (!this.#isSettled(prev, prevRank + 1)) return { item: prev, rank: prevRank + 1 };
    if (child !== -1 && !this.#isSettled(child, childRank + 1)) return { item: child, rank: childRank + 1 };
    list.pending = undefined;
    this.#offer(list, edge, prevRank + 1, childRank);
    if (child !== -1) this.#offer(list, edge, prevRank, childRank + 1);
    return undefined;
  }

  /** Whether the derivation is known, or known not to exist. */
  #isSettled(item: number, rank: number): boolean {
    const list = this.#list(item);
    return list.found.length > rank || (!list.pending && list.candidates.length === 0);
  }

  #offer(list: Listed, edge: number, prevRank: number, childRank: number): void {
    const { chart } = this.#forest;
    const child = chart.edges[edge + CHILD]!;
    const before = this.#list(chart.edges[edge + PREV]!).found[prevRank];
    const inside = child === -1 ? start : this.#list(child).found[childRank];
    const ranks = this.#most + 1;
    const key = (edge * ranks + prevRank) * ranks + childRank;
    if (!before || !inside || list.seen.has(key)) return;
    list.seen.add(key);
    const cost = before.cost + inside.cost + chart.grammar.network.arcCost[chart.edges[edge + ARC]!]!;
    this.#push(list.candidates, {
      edge,
      prevRank,
      childRank,
      cost,
      lead: this.#forest.leadOver(edge, before.lead),
    });
  }

  #takeNext(list: Listed): boolean {
    const derivation = this.#pop(list.candidates);
    if (!derivation) return false;
    list.found.push(derivation);
    list.pending = derivation;
    return true;
  }

  #push(heap: Derivation[], derivation: Derivation): void {
    let at = heap.push(derivation) - 1;
    while (at > 0) {
      const parent = (at - 1) >> 1;
      if (this.#compare(heap[parent]!, derivation) <= 0) break;
      heap[at] = heap[parent]!;
      at = parent;
    }
    heap[at] = derivation;
  }

  #pop(heap: Derivation[]): Derivation | undefined {
    const best = heap[0];
    const moved = heap.pop();
    if (heap.length === 0 || !moved) return best;
    let at = 0;
    for (;;) {
      let child = 2 * at + 1;
      if (child >= heap.length) break;
      if (child + 1 < heap.length && this.#compare(heap[child + 1]!, heap[child]!) < 0) child++;
      if (this.#compare(moved, heap[child]!) <= 0) break;
      heap[at] = heap[child]!;
      at = child;
    }
    heap[at] = moved;
    return best;
  }

  /** As in the forest: cost, the rule's first choice, the latest choice, the longer first part; then rank. */
  #compare(a: Derivation, b: Derivation): number {
    if (a.cost !== b.cost) return a.cost - b.cost;
    if (a.lead !== b.lead) return a.lead - b.lead;
    const { edges, itemEnd } = this.#forest.chart;
    return (
      edges[a.edge + ARC]! - edges[b.edge + ARC]! ||
      itemEnd[edges[b.edge + PREV]!]! - itemEnd[edges[a.edge + PREV]!]! ||
      a.prevRank - b.prevRank ||
      a.childRank - b.childRank
    );
  }
}
