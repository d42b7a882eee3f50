import type { SayRule, Token } from './token.ts';

const NUMERAL = /^(X{0,3})(IX|IV|V?I{0,3})('s)?$/;
const ONES: Readonly<Record<string, number>> = {
  '': 0,
  I: 1,
  II: 2,
  III: 3,
  IV: 4,
  V: 5,
  VI: 6,
  VII: 7,
  VIII: 8,
  IX: 9,
};
// After any other name these are more likely an infusion, an editor, a size or a rating.
const AMBIGUOUS = new Set(['IV', 'VI', 'XX', 'XXX']);

/** How a language reads Roman numerals below 40. */
export interface RomanWords {
  /** Words before a number, in lower case: "chapter", "século". */
  counted: ReadonlySet<string>;
  /** Names of rulers and popes, in lower case, with their reading: "Henry VIII" is "Henry the eighth". */
  rulers: ReadonlyMap<string, (value: number) => string[]>;
  /** Words with a reading of their own: "siglo V". */
  special?: ReadonlyMap<string, (value: number) => string[]>;
  /** "a II Guerra Mundial": the ordinal between an article and a name. */
  between?(article: string, value: number): string[] | undefined;
  cardinal(value: number): string[];
  /** Whether one letter is enough after a ruler's name: not where "I" is a word. */
  oneLetter: boolean;
}

/** Roman numerals after a name or a word that is counted. Others are letters: "the IV line", "Malcolm X". */
export function romanRule(words: RomanWords): SayRule {
  const after = (before: Token, numeral: string, value: number): string[] | undefined => {
    const word = before.core.toLowerCase();
    const isPronoun = numeral === 'I' && !words.oneLetter;
    const special = words.special?.get(word);
    if (special) return special(value);
    if (words.counted.has(word)) return isPronoun ? undefined : words.cardinal(value);
    if (before.trail !== '' || !/^\p{Lu}/u.test(before.core)) return undefined;
    const ruler = words.rulers.get(word);
    if (ruler) return isPronoun ? undefined : ruler(value);
    const isName = /^\p{Lu}\p{Ll}+$/u.test(before.core) && word.length > 2;
    return isName && numeral.length > 1 && !AMBIGUOUS.has(numeral) ? words.cardinal(value) : undefined;
  };
  return (tokens, at) => {
    const { core, lead, trail } = tokens[at]!;
    const match = NUMERAL.exec(core);
    const before = tokens[at - 1];
    if (!match || !before || lead !== '' || !/^\.?$/.test(before.trail)) return undefined;
    const value = 10 * match[1]!.length + ONES[match[2]!]!;
    if (value === 0) return undefined;
    const isBeforeName = /^\p{Lu}\p{Ll}/u.test(tokens[at + 1]?.core ?? '');
    // "Carlos V. Silva" has an initial, "Pedro X Paulo" are opponents.
    if (core.length === 1 && isBeforeName && (core === 'X' || trail === '.')) return undefined;
    const isNamed = trail === '' && isBeforeName;
    const between =
      isNamed && match[0].length > 1 ? words.between?.(before.core.toLowerCase(), value) : undefined;
    const said = between ?? after(before, match[1]! + match[2]!, value);
    if (!said) return undefined;
    return { words: match[3] ? [...said.slice(0, -1), `${said.at(-1)}'s`] : said, used: 1 };
  };
}

/** The names of a list, each with the same reading. */
export function readAs(
  names: Iterable<string>,
  reading: (value: number) => string[],
): [string, (value: number) => string[]][] {
  return Array.from(names, (name) => [name, reading]);
}
