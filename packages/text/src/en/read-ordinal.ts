import { type Atom, wordAt } from '../rewrite/atom.ts';
import type { Read } from '../rewrite/rewrite.ts';
import { ORDINALS, VALUES } from './number-words.ts';
import { readCardinal } from './read-cardinal.ts';

/** One to ninety ninth: "third", "twenty first". `word` is the one at `at`. */
function readSmallOrdinal(
  atoms: readonly Atom[],
  at: number,
  word: string | undefined,
): Read<number> | undefined {
  const value = ORDINALS.get(word ?? '');
  if (value !== undefined) return { value, next: at + 1 };
  const tens = VALUES.get(word ?? '') ?? 0;
  const ones = tens >= 20 ? ORDINALS.get(wordAt(atoms, at + 1) ?? '') : undefined;
  return ones !== undefined && ones < 10 ? { value: tens + ones, next: at + 2 } : undefined;
}

/** "third", "twenty first", "two hundred and fifth", "one thousandth". */
export function readOrdinal(
  atoms: readonly Atom[],
  at: number,
  word: string | undefined,
): Read<number> | undefined {
  const small = readSmallOrdinal(atoms, at, word);
  if (small || word === undefined || !(VALUES.has(word) || word === 'a')) return small;
  const base = readCardinal(atoms, at);
  // "one hundredth" is a part of one; "two hundredth" has no other reading.
  const count = VALUES.get(word) ?? 0;
  if (count > 1 && count < 10 && wordAt(atoms, at + 1) === 'hundredth')
    return { value: count * 100, next: at + 2 };
  if (!base || base.value < 100) return undefined;
  const and = wordAt(atoms, base.next) === 'and' ? 1 : 0;
  const rest = readSmallOrdinal(atoms, base.next + and, wordAt(atoms, base.next + and));
  const room =
    base.value % 1000 === 0
      ? 1000
      : base.value % 100 === 0
        ? 100
        : base.value % 10 === 0 && base.value % 100 >= 20
          ? 10
          : 0;
  return rest && rest.value < room ? { value: base.value + rest.value, next: rest.next } : undefined;
}

/** "1st", "22nd", "113th". */
export function ordinalSuffix(value: number): string {
  const teens = value % 100 > 10 && value % 100 < 14;
  return teens ? 'th' : (['th', 'st', 'nd', 'rd'][value % 10] ?? 'th');
}
