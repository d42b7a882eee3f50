import type { Forest } from './forest.ts';

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
  /** What may come next, unordered: few. */
  readonly candidates: Derivation[];
  /** The derivation whose neighbours are not yet among the candidates. */
  pending: Derivation | undefined;
  readonly seen: Set<string>;
}

const start: Derivation = { edge: -1, prevRank: 0, childRank: 0, cost: 0, lead: -1 };

/**
 * Derivations of a forest, best first, each made only when asked for: the third algorithm of Huang & Chiang,
 * "Better k-best parsing" (2005), with a stack of its own in place of recursion.
 */
export class KBest {
  readonly #forest: Forest;
  readonly #lists = new Map<number, Listed>();

  constructor(forest: Forest) {
    this.#forest = forest;
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
      const { chart, best, lead, cost } = this.#forest;
      const edge = best[item]!;
      if (edge === -1) list.found.push(start);
      else {
        const first = { edge, prevRank: 0, childRank: 0, cost: cost[item]!, lead: lead[item]! };
        list.found.push(first);
        list.pending = first;
        for (let other = chart.itemEdge[item]!; other !== -1; other = chart.edgeNext[other]!)
          if (other !== edge && this.#forest.isOpen(item, other)) list.candidates.push(this.#bestOver(other));
      }
    }
    return list;
  }

  #bestOver(edge: number): Derivation {
    const { chart, cost, lead } = this.#forest;
    const prev = chart.edgePrev[edge]!;
    const child = chart.edgeChild[edge]!;
    return {
      edge,
      prevRank: 0,
      childRank: 0,
      cost:
        cost[prev]! +
        (child === -1 ? 0 : cost[child]!) +
        chart.grammar.network.arcCost[chart.edgeArc[edge]!]!,
      lead: this.#forest.leadOver(edge, lead[prev]!),
    };
  }

  /** A derivation of a part that must be known before the next one of this list can be: none when all are. */
  #missing(list: Listed): { item: number; rank: number } | undefined {
    if (!list.pending) return undefined;
    const { edge, prevRank, childRank } = list.pending;
    const prev = this.#forest.chart.edgePrev[edge]!;
    const child = this.#forest.chart.edgeChild[edge]!;
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
    const child = chart.edgeChild[edge]!;
    const before = this.#list(chart.edgePrev[edge]!).found[prevRank];
    const inside = child === -1 ? start : this.#list(child).found[childRank];
    const key = `${edge} ${prevRank} ${childRank}`;
    if (!before || !inside || list.seen.has(key)) return;
    list.seen.add(key);
    const cost = before.cost + inside.cost + chart.grammar.network.arcCost[chart.edgeArc[edge]!]!;
    list.candidates.push({ edge, prevRank, childRank, cost, lead: this.#forest.leadOver(edge, before.lead) });
  }

  #takeNext(list: Listed): boolean {
    const { candidates } = list;
    let next = -1;
    for (let i = 0; i < candidates.length; i++)
      if (next === -1 || this.#compare(candidates[i]!, candidates[next]!) < 0) next = i;
    if (next === -1) return false;
    const derivation = candidates[next]!;
    candidates[next] = candidates[candidates.length - 1]!;
    candidates.pop();
    list.found.push(derivation);
    list.pending = derivation;
    return true;
  }

  /** As in the forest: cost, the rule's first choice, the latest choice, the longer first part; then rank. */
  #compare(a: Derivation, b: Derivation): number {
    const { chart } = this.#forest;
    const end = (derivation: Derivation) => chart.itemEnd[chart.edgePrev[derivation.edge]!]!;
    return (
      a.cost - b.cost ||
      a.lead - b.lead ||
      chart.edgeArc[a.edge]! - chart.edgeArc[b.edge]! ||
      end(b) - end(a) ||
      a.prevRank - b.prevRank ||
      a.childRank - b.childRank
    );
  }
}
