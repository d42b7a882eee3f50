import type { MatchState, WordGrammar } from '@locutor/grammar';
import { isUnspaced, wordBetween } from '@locutor/text';
import { advanceOnce } from './advance-once.ts';
import { numberTree } from './number-tree.ts';
import { type Ending, type WordNode, wordTrie } from './word-trie.ts';

const LAST_ASCII = 0x7f;

/** A grammar that speech is bound by. */
export interface BoundGrammar {
  /** Its place among those that are active together. */
  readonly lm: number;
  readonly grammar: WordGrammar;
  readonly language: string;
  /** One state that stands for all from which the same can follow. */
  readonly representative?: (state: MatchState) => MatchState;
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
  /** The present word must not be the unit of the ten before it. */
  readonly noUnit: boolean;
  /** A mark stands behind what is read of the word, and whether the word or the next may go on behind it. */
  readonly mark: 'none' | 'ends' | 'joins';
}

/** The threads before the word that follows a state: one for each set of words that may come. */
export function beginWords(
  bound: BoundGrammar,
  state: MatchState,
  words: WordLink | undefined,
  from: number,
  { unitOnly = false, noUnit = false, inDigits = false } = {},
): Thread[] {
  const { any, roots, numbers } = nextWords(bound, state);
  const common = { bound, state, words, from, any: [], unitOnly, noUnit, mark: 'none' } as const;
  const threads: Thread[] = roots.map((node) => ({ ...common, node }));
  if (numbers && !inDigits) threads.push({ ...common, node: numbers });
  if (any && !unitOnly) threads.push({ ...common, node: undefined });
  return threads;
}

interface NextWords {
  readonly language: string;
  readonly any: boolean;
  readonly roots: readonly WordNode[];
  /** Numbers that are more than a word, where the grammar has some. */
  readonly numbers: WordNode | undefined;
}

const known = new WeakMap<MatchState, NextWords>();

/** Of a state with ten thousand words behind it, the tree of them takes longer than all searches that use it. */
function nextWords({ grammar, language, representative }: BoundGrammar, given: MatchState): NextWords {
  const state = representative ? representative(given) : given;
  let next = known.get(state);
  if (next?.language !== language) {
    const { any, sets } = grammar.expected(state);
    next = {
      language,
      any,
      roots: sets.map((set) => wordTrie(set, language)),
      numbers: numberTree(grammar, state, sets, language),
    };
    known.set(state, next);
  }
  return next;
}

/**
 * Where a word may end: before a blank or a mark, between two numbers, behind a character of a script that has no spaces,
 * or before one.
 */
export type Boundary = 'blank' | 'digits' | 'script' | 'before-script';

/** The threads that begin the next word, the present one having ended before token `at`; none where it cannot end. */
export function endWord(thread: Thread, at: number, boundary: Boundary): Thread[] {
  const inDigits = boundary === 'digits';
  return completions(thread, at, boundary).flatMap(({ state, words, needsUnit, round }) => {
    const { bound } = thread;
    const how = { unitOnly: needsUnit, noUnit: round && inDigits, inDigits };
    const next = beginWords(bound, state, words, at, how);
    const between = needsUnit ? wordBetween(bound.language) : undefined;
    if (between === undefined) return next;
    // "vinte e cinco" is 25: the word between is not written.
    const after = advanceOnce(bound.grammar, state, between);
    if (!after) return next;
    return [
      ...next,
      ...beginWords(bound, after, { word: between, from: at, to: at, filler: false, before: words }, at, {
        unitOnly: true,
        inDigits,
      }),
    ];
  });
}

export interface Completion {
  readonly bound: BoundGrammar;
  readonly state: MatchState;
  readonly words: WordLink;
  readonly needsUnit: boolean;
  readonly round: boolean;
}

/** What a thread's present word can be if it ends here. */
export function completions(thread: Thread, at: number, boundary: Boundary = 'blank'): Completion[] {
  const { bound, state, words, from, node } = thread;
  const complete = (word: string, needsUnit: boolean, round: boolean): Completion[] => {
    const after = advanceOnce(bound.grammar, state, word);
    if (!after) return [];
    const filler = !node;
    return [{ bound, state: after, words: { word, from, to: at, filler, before: words }, needsUnit, round }];
  };
  if (!node) return anyMayEnd(thread, boundary) ? complete(anyWord(thread), false, false) : [];
  return node.endings
    .filter((ending) => fits(ending, thread, boundary))
    .flatMap(({ word, needsUnit, round }) => complete(word, needsUnit, round));
}

function fits(
  { unit, needsUnit, inDigits, unspaced }: Ending,
  { unitOnly, noUnit }: Thread,
  boundary: Boundary,
): boolean {
  if ((unitOnly && !unit) || (noUnit && unit)) return false;
  if (boundary === 'script') return unspaced;
  if (boundary === 'before-script') return !unspaced && !needsUnit;
  return boundary === 'digits' ? inDigits : !needsUnit;
}

function anyMayEnd(thread: Thread, boundary: Boundary): boolean {
  if (thread.any.length === 0 || boundary === 'digits') return false;
  if (boundary === 'blank') return true;
  return boundary === 'script' && thread.any.at(-1)! > LAST_ASCII && isUnspaced(anyWord(thread));
}

function anyWord({ any }: Thread): string {
  return Buffer.from(any).toString('utf8');
}

/**
 * Of threads that the same can follow, the two with the fewest and the most words: 1984 said as a year and digit by
 * digit.
 */
export function distinctThreads(threads: readonly Thread[], keyOf: (thread: Thread) => string): Thread[] {
  if (threads.length < 2) return [...threads];
  const kept = new Map<string, Thread[]>();
  for (const thread of threads) {
    const key = keyOf(thread);
    const same = kept.get(key);
    if (!same) kept.set(key, [thread]);
    else if (same.length === 1) same.push(thread);
    else kept.set(key, fewestAndMost([...same, thread]));
  }
  return [...kept.values()].flat();
}

function fewestAndMost(threads: readonly Thread[]): Thread[] {
  const sorted = threads.toSorted((a, b) => wordsOf(a.words).length - wordsOf(b.words).length);
  return [sorted[0]!, sorted.at(-1)!];
}

/** The words of a chain, in order; those of one number share its tokens. */
export function wordsOf(last: WordLink | undefined): WordLink[] {
  const links: WordLink[] = [];
  for (let link = last; link; link = link.before) links.push(link);
  return links.reverse().flatMap((link) => link.word.split(' ').map((word) => ({ ...link, word })));
}
