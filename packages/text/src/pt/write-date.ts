import { daysIn } from '../days-in-month.ts';
import { type Atom, wordAt, wordBefore } from '../rewrite/atom.ts';
import type { Read, RewriteRule } from '../rewrite/rewrite.ts';
import { monthNumber } from './calendar.ts';
import { readBelow100 } from './read-cardinal.ts';

function readDay(atoms: readonly Atom[], at: number, word: string | undefined): Read<number> | undefined {
  return word === 'primeiro' ? { value: 1, next: at + 1 } : readBelow100(atoms, at, word);
}

/** "três de março" is "3 de março"; the first is 1º. The year is a number like any other. */
export const writeDate: RewriteRule = (atoms, at) => {
  const isNamed = atoms[at]!.word === 'dia';
  const start = isNamed ? at + 1 : at;
  const day = readDay(atoms, start, isNamed ? wordAt(atoms, start) : atoms[at]!.word);
  if (!day || day.value > 31) return undefined;
  const month = wordAt(atoms, day.next) === 'de' ? monthNumber(wordAt(atoms, day.next + 1) ?? '') : undefined;
  const text = day.value === 1 ? '1º' : String(day.value);
  if (month && day.value <= daysIn(month)) {
    // "no dia três de março" keeps its noun, which "no" needs.
    if (!isNamed) return { words: [text], next: day.next };
    return wordBefore(atoms, at) === undefined ? { words: [text], next: day.next } : undefined;
  }
  const isFirst = wordBefore(atoms, at) === 'dia' && atoms[at]!.word === 'primeiro';
  return isFirst ? { words: ['1º'], next: day.next } : undefined;
};
