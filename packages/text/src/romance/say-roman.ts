import { readAs, romanRule } from '../say/roman.ts';
import type { SayRule } from '../say/token.ts';

export interface RomanceNumerals {
  /** First names of rulers, in lower case. */
  kings: ReadonlySet<string>;
  queens: ReadonlySet<string>;
  /** Words before a number, in lower case: "capítulo". */
  counted: string;
  /** "século", in every form. */
  century: readonly string[];
  /** The article of a noun that a numeral stands before, as in "a II Guerra Mundial": `feminine` or not, or none. */
  article(word: string): { readonly feminine: boolean } | undefined;
  cardinal(value: number): string[];
  ordinal(value: number, feminine: boolean): string[] | undefined;
}

/** Rulers and centuries have ordinals up to ten, then cardinals: "Isabel segunda", "Alfonso trece", "século vinte e um". */
export function romanceRomanRule(words: RomanceNumerals): SayRule {
  const { kings, queens, counted, century, article, cardinal, ordinal } = words;
  const ranked = (feminine: boolean) => (value: number) =>
    (value <= 10 && ordinal(value, feminine)) || cardinal(value);
  return romanRule({
    counted: new Set(counted.split(' ')),
    special: new Map(readAs(century, ranked(false))),
    rulers: new Map([...readAs(kings, ranked(false)), ...readAs(queens, ranked(true))]),
    between(before, value) {
      const found = article(before);
      return found && ordinal(value, found.feminine);
    },
    cardinal,
    oneLetter: true,
  });
}
