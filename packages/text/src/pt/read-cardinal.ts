import { type Atom, wordAt } from '../rewrite/atom.ts';
import type { Read } from '../rewrite/rewrite.ts';
import { type Cardinal, readGroups } from '../romance/read-groups.ts';
import { HUNDRED_VALUES, SCALE_VALUES, VALUES } from './number-words.ts';

type Atoms = readonly Atom[];

/** One to ninety nine. `word` is the one at `at`. */
export function readBelow100(atoms: Atoms, at: number, word: string | undefined): Read<number> | undefined {
  const value = VALUES.get(word ?? '');
  if (value === undefined) return undefined;
  const onesAt = wordAt(atoms, at + 1) === 'e' ? at + 2 : at + 1;
  const ones = value >= 20 ? VALUES.get(wordAt(atoms, onesAt) ?? '') : undefined;
  return ones !== undefined && ones < 10
    ? { value: value + ones, next: onesAt + 1 }
    : { value, next: at + 1 };
}

function readBelow1000(atoms: Atoms, at: number, word: string | undefined): Read<number> | undefined {
  if (word === 'cem') return { value: 100, next: at + 1 };
  const hundreds = HUNDRED_VALUES.get(word ?? '');
  if (hundreds === undefined) return readBelow100(atoms, at, word);
  const restAt = wordAt(atoms, at + 1) === 'e' ? at + 2 : at + 1;
  const rest = readBelow100(atoms, restAt, wordAt(atoms, restAt));
  if (rest) return { value: hundreds + rest.value, next: rest.next };
  // "cento" by itself counts nothing: "por cento".
  return word === 'cento' || word === 'centa' ? undefined : { value: hundreds, next: at + 1 };
}

export function readCardinal(atoms: Atoms, at: number): Cardinal | undefined {
  const first = atoms[at]!.word;
  if (first === 'zero') return { value: 0, next: at + 1, round: undefined };
  const group = first === 'mil' ? { value: 1, next: at } : readBelow1000(atoms, at, first);
  return readGroups(atoms, at, group, { scales: SCALE_VALUES, readNext: readNextGroup });
}

function readNextGroup(atoms: Atoms, at: number, lowest: number): Read<number> | undefined {
  const start = wordAt(atoms, at) === 'e' ? at + 1 : at;
  const word = wordAt(atoms, start);
  if (word === 'mil') return lowest > 1e3 ? { value: 1, next: start } : undefined;
  return readBelow1000(atoms, start, word);
}
