import { cardinal as englishCardinal, digits as englishDigits } from './en/numbers.ts';
import { readCardinal as readEnglish } from './en/read-cardinal.ts';
import { primaryLanguage } from './language.ts';
import { cardinal as portugueseCardinal, digits as portugueseDigits } from './pt/numbers.ts';
import { readCardinal as readPortuguese } from './pt/read-cardinal.ts';
import { atomsOf } from './rewrite/atom.ts';

const MOST = 1e15;

/** A whole number from 0 below 10^15 in words, or undefined where the language or the number has none here. */
export function spokenNumber(value: number, language: string): string[] | undefined {
  if (!Number.isInteger(value) || value < 0 || value >= MOST) return undefined;
  const primary = primaryLanguage(language);
  if (primary === 'en') return englishCardinal(value);
  return primary === 'pt' ? portugueseCardinal(value) : undefined;
}

/** All the ways to say a number in full: "one hundred five" and "one hundred and five", "duzentos" and "duzentas". */
export function spokenNumbers(value: number, language: string): string[][] {
  const usual = spokenNumber(value, language);
  if (!usual) return [];
  const other =
    primaryLanguage(language) === 'en' ? englishCardinal(value, true) : portugueseCardinal(value, true);
  return other.join(' ') === usual.join(' ') ? [usual] : [usual, other];
}

/** A run of the figures 0 to 9 digit by digit, or undefined where it holds others or the language has none here. */
export function spokenDigits(run: string, language: string): string[] | undefined {
  if (!/^\d+$/.test(run)) return undefined;
  const primary = primaryLanguage(language);
  if (primary === 'en') return englishDigits(run);
  return primary === 'pt' ? portugueseDigits(run) : undefined;
}

/** The whole number that all the words are, or undefined: the inverse of `spokenNumber`. */
export function numberOf(words: readonly string[], language: string): number | undefined {
  if (words.length === 0) return undefined;
  const atoms = atomsOf(words, () => false);
  const primary = primaryLanguage(language);
  const read =
    primary === 'en' ? readEnglish(atoms, 0) : primary === 'pt' ? readPortuguese(atoms, 0) : undefined;
  return read?.next === atoms.length ? read.value : undefined;
}
