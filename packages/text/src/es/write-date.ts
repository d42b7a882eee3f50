import { daysIn } from '../days-in-month.ts';
import { wordAt } from '../rewrite/atom.ts';
import type { RewriteRule } from '../rewrite/rewrite.ts';
import { monthNumber } from './calendar.ts';
import { readBelow100 } from './read-cardinal.ts';

/** "tres de marzo" is "3 de marzo", "primero de mayo" is "1 de mayo". The year is a number like any other. */
export const writeDate: RewriteRule = (atoms, at) => {
  const { word } = atoms[at]!;
  const day = word === 'primero' ? { value: 1, next: at + 1 } : readBelow100(atoms, at, word);
  if (!day || wordAt(atoms, day.next) !== 'de') return undefined;
  const month = monthNumber(wordAt(atoms, day.next + 1) ?? '');
  return month && day.value <= daysIn(month) ? { words: [String(day.value)], next: day.next } : undefined;
};
