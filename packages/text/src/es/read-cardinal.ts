import { type Atom, wordAt } from '../rewrite/atom.ts';
import type { Read } from '../rewrite/rewrite.ts';
import { type Cardinal, readGroups } from '../romance/read-groups.ts';
import { HUNDRED_VALUES, SCALE_VALUES, VALUES } from './number-words.ts';

type Atoms = readonly Atom[];

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
  return readGroups(atoms, at, readBelowMillion(atoms, at, first), {
    scales: SCALE_VALUES,
    readNext: (_, next) => readBelowMillion(atoms, next, wordAt(atoms, next)),
    limit: MOST,
  });
}
