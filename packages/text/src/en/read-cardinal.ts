import { type Atom, wordAfterComma, wordAt, wordBefore } from '../rewrite/atom.ts';
import type { Read } from '../rewrite/rewrite.ts';
import { SCALE_VALUES, VALUES } from './number-words.ts';

type Atoms = readonly Atom[];

/** A whole number in words. */
export interface Cardinal extends Read<number> {
  /** For "five million" and the like: the count and the name. */
  round: { count: number; name: string } | undefined;
  /** Said in hundreds, as years are: "nineteen hundred". */
  inHundreds: boolean;
}

/** One to ninety nine. `word` is the one at `at`. */
export function readBelow100(atoms: Atoms, at: number, word: string | undefined): Read<number> | undefined {
  const value = VALUES.get(word ?? '');
  if (value === undefined) return undefined;
  const ones = value >= 20 ? VALUES.get(wordAt(atoms, at + 1) ?? '') : undefined;
  return ones !== undefined && ones < 10 ? { value: value + ones, next: at + 2 } : { value, next: at + 1 };
}

/** Up to 999, and "twenty five hundred". */
function readGroup(atoms: Atoms, at: number, word: string | undefined): Read<number> | undefined {
  const isOne = (word === 'a' || word === 'one') && wordAt(atoms, at + 1) === 'hundred';
  const count = isOne ? { value: 1, next: at + 1 } : readBelow100(atoms, at, word);
  if (!count || wordAt(atoms, count.next) !== 'hundred' || (count.value > 9 && count.value % 10 === 0))
    return count;
  const value = count.value * 100;
  const and = wordAt(atoms, count.next + 1) === 'and' ? 1 : 0;
  const restAt = count.next + 1 + and;
  const rest = readBelow100(atoms, restAt, wordAt(atoms, restAt));
  const isOwnHundred = rest && wordAt(atoms, rest.next) === 'hundred';
  return rest && !isOwnHundred
    ? { value: value + rest.value, next: rest.next }
    : { value, next: count.next + 1 };
}

/** The group after a scale: "and five", "two hundred", or after a comma one of at least a hundred. */
function readNextGroup(atoms: Atoms, at: number): Read<number> | undefined {
  const and = wordAt(atoms, at) === 'and' ? 1 : 0;
  const direct = readGroup(atoms, at + and, wordAt(atoms, at + and));
  if (direct) return direct;
  const group = readGroup(atoms, at, wordAfterComma(atoms, at));
  return group && group.value >= 100 ? group : undefined;
}

export function readCardinal(atoms: Atoms, at: number): Cardinal | undefined {
  const first = atoms[at]!.word;
  if (first === 'zero') return { value: 0, next: at + 1, round: undefined, inHundreds: false };
  // "half a million", "a quarter of a million": no million is meant.
  const isPart = /^(?:half|of|many)$/.test(wordBefore(atoms, at) ?? '');
  if (first === 'a' && isPart) return undefined;
  const isScale = first === 'a' && SCALE_VALUES.has(wordAt(atoms, at + 1) ?? '');
  let group = isScale ? { value: 1, next: at + 1 } : readGroup(atoms, at, first);
  if (!group) return undefined;
  const inHundreds = group.value >= 1100 && group.value < 2000;
  const count = group.value;
  let total = 0;
  let lowest = Number.POSITIVE_INFINITY;
  let next = at;
  let name: string | undefined;
  let scales = 0;
  while (group) {
    const word = wordAt(atoms, group.next);
    const scale = SCALE_VALUES.get(word ?? '') ?? 1;
    if (scale >= lowest || group.value >= Math.min(lowest, 1e4)) break;
    total += group.value * scale;
    next = scale === 1 ? group.next : group.next + 1;
    if (scale === 1) {
      scales++;
      break;
    }
    scales++;
    name = word;
    lowest = scale;
    group = readNextGroup(atoms, next);
  }
  if (next === at) return undefined;
  const round = scales === 1 && lowest >= 1e6 && name && count < 1000 ? { count, name } : undefined;
  return { value: total, next, round, inHundreds: inHundreds && total === count };
}
