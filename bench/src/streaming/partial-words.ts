import { compare } from '../word-errors.ts';
import type { Report } from './live-session.ts';

/** What became of the words of partial results. */
export interface PartialWords {
  /** A word at a place where another one, or none, was before. */
  readonly shown: number;
  /** Those in whose place another one was later, or none. */
  readonly changed: number;
  /** Words that were said to be stable, those of them in whose place the result has another one, and those that it lacks. */
  readonly stable: number;
  readonly broken: number;
  readonly wrong: number;
}

const wordsOf = (text: string) => text.split(/\s+/).filter(Boolean);

export function textOf({ body }: Pick<Report, 'body'>): string {
  return JSON.parse(body).alternatives[0]?.text ?? '';
}

/** `partials` are texts, with how many of their characters are stable. */
export function partialWords(
  partials: readonly { readonly text: string; readonly stable: number }[],
  final: string,
): PartialWords {
  const result = wordsOf(final);
  let [shown, changed] = [0, 0];
  let before: string[] = [];
  for (const words of [...partials.map(({ text }) => wordsOf(text)), result]) {
    const isLast = words === result;
    changed += before.filter((word, place) => words[place] !== word).length;
    if (!isLast) shown += words.filter((word, place) => before[place] !== word).length;
    before = words;
  }
  const longest = partials.reduce(
    (most, { text, stable }) => (stable > most.length ? text.slice(0, stable) : most),
    '',
  );
  const stable = wordsOf(longest);
  return {
    shown,
    changed,
    stable: stable.length,
    broken: stable.filter((word, n) => result[n] !== word).length,
    wrong: fewestChanges(stable, result),
  };
}

/** Of words into the first ones of others: a word that is left out moves all behind it, but changes only one. */
function fewestChanges(words: readonly string[], others: readonly string[]): number {
  const counts = Array.from(
    { length: others.length + 1 },
    (_, n) => compare(words, others.slice(0, n)).errors,
  );
  return Math.min(...counts);
}
