import type { Chart } from './chart.ts';
import type { MatchState } from './match-state.ts';

/** What was found out about one chart: columns of another have the same numbers and mean something else. */
interface KnownContexts {
  readonly number: number;
  /** What can follow a rule that began in a column. */
  readonly contexts: Map<string, ReadonlySet<string>>;
}

/** As what may follow: nothing, the sentence may end. */
const END = '.';

/**
 * Numbers the states of a grammar by what can follow them. Digits said one by one and as a ten with its unit come to different
 * states from which the same can follow: without this a string of ten digits is hundreds of readings, each with
 * choices of its own, and a search takes minutes.
 */
export class Futures {
  readonly #ids = new Map<string, number>();
  readonly #states = new WeakMap<MatchState, number>();
  readonly #charts = new WeakMap<Chart, KnownContexts>();
  readonly #first = new Map<number, MatchState>();
  #chartCount = 0;

  /** Equal for states from which the same can follow, of whichever start they are. */
  of(state: MatchState): number {
    const known = this.#states.get(state);
    if (known !== undefined) return known;
    const { chart, from, to } = state;
    const items = new Set<string>();
    if (state.position === 0) items.add('start');
    for (let item = from; item < to; item++) {
      this.#add(items, state, chart.itemState[item]!, chart.itemOrigin[item]!);
    }
    const id = this.#id(items);
    this.#states.set(state, id);
    return id;
  }

  /** The first state that was met of all from which the same can follow. What can follow is worked out once, for that one. */
  representative(state: MatchState): MatchState {
    const id = this.of(state);
    const first = this.#first.get(id) ?? state;
    this.#first.set(id, first);
    return first;
  }

  /** Adds a place in a rule that began in a column, with what can follow the rule. */
  #add(items: Set<string>, state: MatchState, place: number, origin: number): void {
    const { network, tail } = state.chart.grammar;
    const context = this.#context(state, origin, network.stateRule[place]!);
    // Nothing is left of the rule: only what follows it counts, or recursion at the end would never come to a known state.
    if (tail[place]) for (const each of context) items.add(each);
    else items.add(`${place}:${this.#id(context)}`);
  }

  #context(state: MatchState, column: number, rule: number): ReadonlySet<string> {
    const { chart } = state;
    const { number, contexts } = this.#knownOf(chart);
    const key = `${column}.${rule}`;
    const known = contexts.get(key);
    if (known) return known;
    // A rule that waits for itself: where it began identifies it.
    contexts.set(key, new Set([`@${number}.${key}`]));
    const items = new Set<string>();
    let waiter = chart.waiting(column, rule);
    if (waiter === -1) items.add(END);
    for (; waiter !== -1; waiter = chart.waiterNext[waiter]!) {
      const target = chart.grammar.network.arcTarget[chart.waiterArc[waiter]!]!;
      this.#add(items, state, target, chart.itemOrigin[chart.waiterItem[waiter]!]!);
    }
    contexts.set(key, items);
    return items;
  }

  #knownOf(chart: Chart): KnownContexts {
    let known = this.#charts.get(chart);
    if (!known) {
      known = { number: this.#chartCount++, contexts: new Map() };
      this.#charts.set(chart, known);
    }
    return known;
  }

  #id(items: ReadonlySet<string>): number {
    const key = [...items].sort().join(' ');
    const id = this.#ids.get(key) ?? this.#ids.size;
    this.#ids.set(key, id);
    return id;
  }
}
