import { fold } from './fold.ts';
import type { WordOptions } from './options.ts';
import { bareWord, straightApostrophes, withoutApostrophes, wordsAtHyphens } from './segment.ts';

const APOSTROPHE = "'";

/**
 * The words that some token of a grammar has with an apostrophe, each in all ways that the grammar writes it: "it's", and
 * "its" where it has that too.
 */
export function apostropheForms(tokens: Iterable<string>, options: WordOptions): string[] {
  const all = [...tokens];
  // Most grammars have none.
  if (options.punctuation === 'exact' || all.every((token) => withoutApostrophes(token) === token)) return [];
  const forms = new Set<string>();
  const plain = new Set<string>();
  for (const chunk of all.flatMap((token) => fold(token, options).split(/\s+/u))) {
    const words = wordsAtHyphens(straightApostrophes(bareWord(chunk)));
    for (const form of words.length > 1 ? [...words, words.join('')] : words) {
      if (form.includes(APOSTROPHE)) forms.add(form);
      else plain.add(form);
    }
  }
  const both = [...forms].map((form) => withoutApostrophes(form)).filter((word) => plain.has(word));
  return [...forms, ...new Set(both)];
}

/** The forms of each word, by the one in which words are compared. */
export function byWord(forms: readonly string[]): ReadonlyMap<string, ReadonlySet<string>> {
  const known = new Map<string, Set<string>>();
  for (const form of forms) {
    const word = withoutApostrophes(form);
    known.set(word, (known.get(word) ?? new Set()).add(form));
  }
  return known;
}
