import { languageOf } from './languages.ts';
import { atomsOf } from './rewrite/atom.ts';
import type { NumberSigns } from './say/written-number.ts';

const MOST = 1e15;

/** A whole number from 0 below 10^15 in words, or undefined where the language or the number has none here. */
export function spokenNumber(value: number, language: string): string[] | undefined {
  if (!Number.isInteger(value) || value < 0 || value >= MOST) return undefined;
  return languageOf(language)?.cardinal(value);
}

/** All the ways to say a number in full: "one hundred five" and "one hundred and five", "duzentos" and "duzentas". */
export function spokenNumbers(value: number, language: string): string[][] {
  const usual = spokenNumber(value, language);
  if (!usual) return [];
  const other = languageOf(language)!.otherCardinal(value);
  return other.join(' ') === usual.join(' ') ? [usual] : [usual, other];
}

/** The whole number that all the words are, or undefined: the inverse of `spokenNumber`. */
export function numberOf(words: readonly string[], language: string): number | undefined {
  if (words.length === 0) return undefined;
  const atoms = atomsOf(words, () => false);
  const read = languageOf(language)?.readCardinal(atoms, 0);
  return read?.next === atoms.length ? read.value : undefined;
}

/** The signs that group thousands and begin decimals, or undefined where we do not know the language. */
export function numberSeparators(language: string): NumberSigns | undefined {
  return languageOf(language)?.signs;
}
