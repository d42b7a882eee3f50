import { ANY, CALL, EPSILON, WORD } from '../compile/network.ts';
import type { ChartGrammar } from './chart-memory.ts';
import type { MatchState } from './match-state.ts';

/** What can come next in a sentence. */
export interface Expected {
  /** Any word may come (GARBAGE), or too many to list; `words` may then be incomplete. */
  readonly any: boolean;
  /**
   * The words, in the form in which they are compared. In sets, because a grammar has few different ones: the set of
   * the words a rule begins with is the same object each time, so that what is derived from it can be kept.
   */
  readonly sets: readonly ReadonlySet<string>[];
}

const setsOfGrammar = new WeakMap<ReadonlySet<number>, ReadonlySet<string>>();

export function expectedWords(state: MatchState, grammar: ChartGrammar, words: readonly string[]): Expected {
  const { network, isFinal, nullable, first } = grammar;
  const { chart } = state;
  const own = new Set<string>();
  const sets = new Set<ReadonlySet<string>>();
  let any = false;
  const seen = new Set<string>();
  const open: [state: number, origin: number][] = [];
  const visit = (at: number, origin: number) => {
    const key = `${at} ${origin}`;
    if (seen.has(key)) return;
    seen.add(key);
    open.push([at, origin]);
  };
  if (state.position === 0) visit(network.ruleStart[0]!, -1);
  for (let item = state.from; item < state.to; item++) visit(chart.itemState[item]!, chart.itemOrigin[item]!);
  for (let next = open.pop(); next; next = open.pop()) {
    const [at, origin] = next;
    if (isFinal[at]) {
      if (origin === -1) continue;
      for (
        let waiter = chart.waiting(origin, network.stateRule[at]!);
        waiter !== -1;
        waiter = chart.waiterNext[waiter]!
      )
        visit(network.arcTarget[chart.waiterArc[waiter]!]!, chart.itemOrigin[chart.waiterItem[waiter]!]!);
      continue;
    }
    for (let arc = network.firstArc[at]!; arc < network.firstArc[at + 1]!; arc++) {
      const kind = network.arcKind[arc]!;
      const value = network.arcValue[arc]!;
      if (kind === WORD) own.add(words[value]!);
      else if (kind === ANY) any = true;
      else if (kind === EPSILON) visit(network.arcTarget[arc]!, origin);
      else {
        const set = first[value];
        if (set) sets.add(spelledOut(set, words));
        else any = true;
        if (kind === CALL && nullable[value]) visit(network.arcTarget[arc]!, origin);
      }
    }
  }
  return { any, sets: own.size > 0 ? [own, ...sets] : [...sets] };
}

function spelledOut(set: ReadonlySet<number>, words: readonly string[]): ReadonlySet<string> {
  let spelled = setsOfGrammar.get(set);
  if (!spelled) {
    spelled = new Set([...set].map((word) => words[word]!));
    setsOfGrammar.set(set, spelled);
  }
  return spelled;
}
