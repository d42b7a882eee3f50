import type { Atom } from './rewrite/atom.ts';
import type { Read } from './rewrite/rewrite.ts';
import type { NumberSigns } from './say/written-number.ts';
import type { TextWord } from './text-word.ts';

/** What one language knows of its spoken and written forms. */
export interface Language {
  readonly signs: NumberSigns;
  /** A whole number from 0 below 10^15 in words. */
  cardinal(value: number): string[];
  /** The other full form of the same number: "one hundred and five", "duzentas". Often the same words. */
  otherCardinal(value: number): string[];
  /** The figures 0 to 9, one by one. */
  digits(run: string): string[];
  /** The whole number in words that begins at `at`. */
  readCardinal(atoms: readonly Atom[], at: number): Read<number> | undefined;
  /** Lower-case words without punctuation, numbers as they are spoken. */
  plain(words: readonly string[]): TextWord[];
  /** One pass of the rules that write numbers, dates, times and money in figures. */
  written(words: readonly string[]): TextWord[];
  /** Ways to say a written token besides the usual one. */
  otherForms(written: string, usual: readonly string[]): string[][];
  /** Words that sound the same as others, by the others. */
  readonly soundAlikes?: ReadonlyMap<string, readonly string[]>;
  /** Spellings and the one letter that stands for their sound, in the order in which they are replaced. */
  readonly soundSpelling?: readonly (readonly [RegExp, string])[];
}
