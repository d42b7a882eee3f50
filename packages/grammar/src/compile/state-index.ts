import { beginnings, type FirstWords } from './first-words.ts';
import { ANY, CALL, EPSILON, type Network, WORD } from './network.ts';
import { reachesEnd } from './nullable.ts';

/** By state: the arcs a word can take, and those any word (or none) can; undefined for states with few arcs. */
export type StateIndex = ReadonlyMap<number, ArcsByWord>;

export interface ArcsByWord {
  readonly byWord: ReadonlyMap<number, readonly number[]>;
  readonly always: readonly number[];
}

// Looking through this many arcs costs less than a look-up.
const FEW_ARCS = 12;
// An arc that can begin with more words than this is tried for every word: its own state is indexed in turn.
const MANY_WORDS = 64;

/** First-token indexing: without it a list of 50,000 names is tried name by name at every word. */
export function indexStates(network: Network, nullable: Uint8Array, first: FirstWords): StateIndex {
  const index = new Map<number, ArcsByWord>();
  const targetWords = wordsOfTargets(network, nullable, first);
  for (let state = 0; state < network.states; state++) {
    const begin = network.firstArc[state]!;
    const end = network.firstArc[state + 1]!;
    if (end - begin <= FEW_ARCS) continue;
    const byWord = new Map<number, number[]>();
    const always: number[] = [];
    for (let arc = begin; arc < end; arc++) {
      const words = arcWords(network, arc, nullable, first, targetWords);
      if (!words) always.push(arc);
      else
        for (const word of words) {
          const arcs = byWord.get(word);
          if (arcs) arcs.push(arc);
          else byWord.set(word, [arc]);
        }
    }
    index.set(state, { byWord, always });
  }
  return index;
}

type WordsOfTarget = (state: number) => ReadonlySet<number> | undefined;

/** The words an arc can begin with; undefined where it may be any, none at all, or many. */
function arcWords(
  network: Network,
  arc: number,
  nullable: Uint8Array,
  first: FirstWords,
  targetWords: WordsOfTarget,
): Iterable<number> | undefined {
  const kind = network.arcKind[arc]!;
  const value = network.arcValue[arc]!;
  if (kind === WORD) return [value];
  if (kind === ANY) return undefined;
  const target = network.arcTarget[arc]!;
  if (kind === EPSILON) return targetWords(target);
  const own = few(first[value]);
  if (!own || kind !== CALL || !nullable[value]) return own;
  const after = targetWords(target);
  return after && few(new Set([...own, ...after]));
}

/** The words that can follow in a state, worked out once per state. */
function wordsOfTargets(network: Network, nullable: Uint8Array, first: FirstWords): WordsOfTarget {
  const known = new Map<number, ReadonlySet<number> | undefined>();
  const seen = new Int32Array(network.states);
  let round = 0;
  return (state) => {
    if (known.has(state)) return known.get(state);
    let words: ReadonlySet<number> | undefined;
    if (!reachesEnd(network, state, nullable, seen, ++round)) {
      const lead = beginnings(network, state, nullable);
      words = lead.any ? undefined : few(lead.words);
      for (const rule of lead.rules) {
        const more = few(first[rule]);
        words = words && more && few(new Set([...words, ...more]));
      }
    }
    known.set(state, words);
    return words;
  };
}

function few(words: ReadonlySet<number> | undefined): ReadonlySet<number> | undefined {
  return words && words.size <= MANY_WORDS ? words : undefined;
}
