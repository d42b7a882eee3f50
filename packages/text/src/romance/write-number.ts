import { type Atom, wordAt, wordBefore } from '../rewrite/atom.ts';
import type { Quantity } from '../rewrite/quantity.ts';
import type { RewriteRule } from '../rewrite/rewrite.ts';

/** "vigésimo primeiro" is 21º, "décima" 10ª; first to ninth stay words. */
export function ordinalRule(ordinals: ReadonlyMap<string, number>): RewriteRule {
  return (atoms, at) => {
    let value = 0;
    let room = Number.POSITIVE_INFINITY;
    let next = at;
    for (;;) {
      const word = next === at ? atoms[at]!.word : wordAt(atoms, next);
      const part = ordinals.get(word ?? '');
      if (part === undefined || part >= room) break;
      value += part;
      room = roomAfter(part);
      next++;
    }
    if (value < 10) return undefined;
    return { words: [value + (atoms[next - 1]!.word.endsWith('a') ? 'ª' : 'º')], next };
  };
}

/** What may be added to a part of an ordinal has to be less. */
function roomAfter(part: number): number {
  if (part >= 1000) return 0;
  if (part >= 100) return 100;
  return part >= 10 && part % 10 === 0 ? 10 : 0;
}

/** "dois terços", "dos tercios". */
export function fractionRule(
  values: ReadonlyMap<string, number>,
  parts: ReadonlyMap<string, number>,
): RewriteRule {
  return (atoms, at) => {
    const count = values.get(atoms[at]!.word) ?? 10;
    const word = wordAt(atoms, at + 1) ?? '';
    const whole = parts.get(word);
    if (!whole || count >= whole || (count === 1) === word.endsWith('s')) return undefined;
    return { words: [`${count}/${whole}`], next: at + 2 };
  };
}

export interface NumberWords {
  readQuantity(atoms: readonly Atom[], at: number): Quantity | undefined;
  /** One, which is an article or a pronoun too. */
  one: RegExp;
  /** Words that ask for a number: "página", "opción". */
  namesBefore: RegExp;
  /** Whether a word stands beside a one in a list of numbers. */
  isListed(word: string): boolean;
}

/** Any other number. A lone one is a word unless it is all there is or something asks for a number. */
export function numberRule({ readQuantity, one, namesBefore, isListed }: NumberWords): RewriteRule {
  function isCounted(atoms: readonly Atom[], at: number): boolean {
    if (atoms.length === 1 || namesBefore.test(wordBefore(atoms, at) ?? '')) return true;
    const [before, after] = [atoms[at - 1], atoms[at + 1]];
    return (
      (atoms[at]!.trail === ',' && after !== undefined && isListed(after.word)) ||
      (before !== undefined && before.trail === ',' && isListed(before.word))
    );
  }

  return (atoms, at) => {
    const quantity = readQuantity(atoms, at);
    if (!quantity) return undefined;
    const { spoken, scale, next, negative } = quantity;
    // "5 mil" and "5 milhões" are written already; a lone "mil" after the figure would become 1000.
    if (!spoken) return scale ? { words: [atoms[at]!.raw, scale], next } : undefined;
    if (next === at + 1 && one.test(atoms[at]!.word) && !isCounted(atoms, at)) return undefined;
    const number = negative ? `-${quantity.number}` : quantity.number;
    return { words: scale ? [number, scale] : [number], next };
  };
}
