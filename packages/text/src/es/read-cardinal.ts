import { type Atom, wordAt } from '../rewrite/atom.ts';
import type { Read } from '../rewrite/rewrite.ts';
import { HUNDRED_VALUES, SCALE_VALUES, VALUES } from './number-words.ts';

type Atoms = readonly Atom[];

/** A whole number in words. */
export interface Cardinal extends Read<number> {
  /** For "cinco millones", "mil millones" and the like: the count and the name. */
  round: { count: number; name: string } | undefined;
}

const MOST = 1e15;

/** One to ninety nine. `word` is the one at `at`. "veinte y cinco" is no number but a time. */
export function readBelow100(atoms: Atoms, at: number, word: string | undefined): Read<number> | undefined {
  const value = VALUES.get(word ?? '');
  if (value === undefined) return undefined;
  const joins = value >= 30 && wordAt(atoms, at + 1) === 'y';
  const ones = joins ? VALUES.get(wordAt(atoms, at + 2) ?? '') : undefined;
  return ones !== undefined && ones < 10 ? { value: value + ones, next: at + 3 } : { value, next: at + 1 };
}

function readBelow1000(atoms: Atoms, at: number, word: string | undefined): Read<number> | undefined {
  if (word === 'cien') return { value: 100, next: at + 1 };
  const hundreds = HUNDRED_VALUES.get(word ?? '');
  if (hundreds === undefined) return readBelow100(atoms, at, word);
  const rest = readBelow100(atoms, at + 1, wordAt(atoms, at + 1));
  if (rest) return { value: hundreds + rest.value, next: rest.next };
  // "ciento" by itself counts nothing: "por ciento".
  return hundreds === 100 ? undefined : { value: hundreds, next: at + 1 };
}

/** "mil", "dos mil", "treinta y un mil cinco". */
function readBelowMillion(atoms: Atoms, at: number, word: string | undefined): Read<number> | undefined {
  const count = word === 'mil' ? { value: 1, next: at } : readBelow1000(atoms, at, word);
  if (!count) return undefined;
  const isThousand = count.next === at || wordAt(atoms, count.next) === 'mil';
  // "un mil" is no number.
  if (!isThousand || (count.value === 1 && count.next > at)) return count;
  const restAt = count.next + 1;
  const rest = readBelow1000(atoms, restAt, wordAt(atoms, restAt));
  // In "mil dos mil" the second number has its own thousand.
  const isOwn = rest && wordAt(atoms, rest.next) === 'mil';
  return rest && !isOwn
    ? { value: count.value * 1000 + rest.value, next: rest.next }
    : { value: count.value * 1000, next: restAt };
}

export function readCardinal(atoms: Atoms, at: number): Cardinal | undefined {
  const first = atoms[at]!.word;
  if (first === 'cero') return { value: 0, next: at + 1, round: undefined };
  let group = readBelowMillion(atoms, at, first);
  if (!group) return undefined;
  const count = group.value;
  let total = 0;
  let lowest = Number.POSITIVE_INFINITY;
  let next = at;
  let groups = 0;
  let name: string | undefined;
  while (group) {
    const word = wordAt(atoms, group.next);
    const scale = SCALE_VALUES.get(word ?? '') ?? 1;
    if (scale >= lowest || group.value * scale >= MOST) break;
    total += group.value * scale;
    groups++;
    next = scale === 1 ? group.next : group.next + 1;
    if (scale === 1) break;
    lowest = scale;
    name = word;
    group = readBelowMillion(atoms, next, wordAt(atoms, next));
  }
  if (next === at) return undefined;
  return { value: total, next, round: groups === 1 && name ? { count, name } : undefined };
}
