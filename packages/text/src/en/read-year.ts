import { type Atom, wordAt } from '../rewrite/atom.ts';
import type { Read } from '../rewrite/rewrite.ts';
import { VALUES, ZEROS } from './number-words.ts';
import { readBelow100, readCardinal } from './read-cardinal.ts';

/** Two figures as they are said after an hour or a century: "oh five", "fifteen", "fifty five". */
export function readTwoDigits(atoms: readonly Atom[], at: number): Read<number> | undefined {
  const word = wordAt(atoms, at) ?? '';
  if (ZEROS.has(word)) {
    const ones = VALUES.get(wordAt(atoms, at + 1) ?? '') ?? 10;
    return ones < 10 ? { value: ones, next: at + 2 } : undefined;
  }
  const pair = readBelow100(atoms, at, word);
  return pair && pair.value >= 10 ? pair : undefined;
}

/** "nineteen eighty four", "twenty oh five": 1060 to 2099. `word` is the one at `at`. */
export function readYearPair(
  atoms: readonly Atom[],
  at: number,
  word: string | undefined,
): Read<number> | undefined {
  const century = VALUES.get(word ?? '');
  if (century === undefined || century < 10 || century > 20) return undefined;
  const rest = readTwoDigits(atoms, at + 1);
  if (century === 10 && (rest?.value ?? 0) < 60) return undefined;
  return rest && { value: century * 100 + rest.value, next: rest.next };
}

/** A year after a month or a day; those that may be a time ("twelve thirty") are none. */
export function readYear(
  atoms: readonly Atom[],
  at: number,
  word: string | undefined,
): Read<number> | undefined {
  if (word === undefined) return undefined;
  if (/^(?:1[1-9]|20)\d\d$/.test(word)) return { value: Number(word), next: at + 1 };
  const pair = readYearPair(atoms, at, word);
  if (pair && pair.value >= 1300) return pair;
  const number = VALUES.has(word) ? readCardinal(atoms, at) : undefined;
  return number && number.value >= 1100 && number.value < 2100 ? number : undefined;
}
