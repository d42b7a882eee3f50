import type { CompiledGrammar, MatchState } from '@locutor/grammar';
import { wordBetween } from './number-signs.ts';
import { type Ending, type WordNode, wordTrie } from './word-trie.ts';

/** A grammar that speech is bound by. */
export interface BoundGrammar {
  /** Its place among those that are active together. */
  readonly lm: number;
  readonly grammar: CompiledGrammar;
  readonly language: string;
}

/** A word that was completed, with the tokens [from, to) it is made of, and those before it. */
export interface WordLink {
  readonly word: string;
  readonly from: number;
  readonly to: number;
  /** Taken by GARBAGE: no word of the grammar. */
  readonly filler: boolean;
  readonly before: WordLink | undefined;
}

/** One way to read the tokens so far as words of a grammar. */
export interface Thread {
  readonly bound: BoundGrammar;
  /** After the words that are completed. */
  readonly state: MatchState;
  readonly words: WordLink | undefined;
  /** The token that the present word begins with. */
  readonly from: number;
  /** Where in the present word; undefined in a word that is any word. */
  readonly node: WordNode | undefined;
  /** The bytes of a word that is any word. */
  readonly any: readonly number[];
  /** The present word must be the unit of the ten before it. */
  readonly unitOnly: boolean;
  /** A mark stands behind what is read of the word, and whether the word or the next may go on behind it. */
  readonly mark: 'none' | 'ends' | 'joins';
}

/** The threads before the word that follows a state: one for each set of words that may come. */
export function beginWords(
  bound: BoundGrammar,
  state: MatchState,
  words: WordLink | undefined,
  from: number,
  unitOnly = false,
): Thread[] {
  const { any, sets } = bound.grammar.expected(state);
  const common = { bound, state, words, from, any: [], unitOnly, mark: 'none' } as const;
  const threads: Thread[] = sets.map((set) => ({ ...common, node: wordTrie(set, bound.language) }));
  if (any && !unitOnly) threads.push({ ...common, node: undefined });
  return threads;
}

/** The threads that begin the next word, the present one having ended before token `at`; none where it cannot end. */
export function endWord(thread: Thread, at: number, inDigits: boolean): Thread[] {
  return completions(thread, at, inDigits).flatMap(({ state, words, needsUnit }) => {
    const { bound } = thread;
    const next = beginWords(bound, state, words, at, needsUnit);
    const between = needsUnit ? wordBetween(bound.language) : undefined;
    if (between === undefined) return next;
    // "vinte e cinco" is 25: the word between is not written.
    const after = bound.grammar.advance(state, between);
    if (!after) return next;
    return [
      ...next,
      ...beginWords(
        bound,
        after,
        { word: between, from: at, to: at, filler: false, before: words },
        at,
        true,
      ),
    ];
  });
}

export interface Completion {
  readonly bound: BoundGrammar;
  readonly state: MatchState;
  readonly words: WordLink;
  readonly needsUnit: boolean;
}

/** What a thread's present word can be if it ends here. `inDigits`: only if it is written in digits. */
export function completions(thread: Thread, at: number, inDigits = false): Completion[] {
  const { bound, state, words, from, node } = thread;
  const complete = (word: string, needsUnit: boolean): Completion[] => {
    const after = bound.grammar.advance(state, word);
    if (!after) return [];
    const filler = !node;
    return [{ bound, state: after, words: { word, from, to: at, filler, before: words }, needsUnit }];
  };
  if (!node) return thread.any.length > 0 && !inDigits ? complete(anyWord(thread), false) : [];
  return node.endings
    .filter((ending) => fits(ending, thread, inDigits))
    .flatMap(({ word, needsUnit }) => complete(word, needsUnit));
}

function fits(
  { unit, needsUnit, inDigits: written }: Ending,
  { unitOnly }: Thread,
  inDigits: boolean,
): boolean {
  if (unitOnly && !unit) return false;
  return inDigits ? written : !needsUnit;
}

function anyWord({ any }: Thread): string {
  return Buffer.from(any).toString('utf8');
}

/** The words of a chain, in order. */
export function wordsOf(last: WordLink | undefined): WordLink[] {
  const words: WordLink[] = [];
  for (let link = last; link; link = link.before) words.push(link);
  return words.reverse();
}
