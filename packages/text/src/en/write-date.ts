import { daysIn } from '../days-in-month.ts';
import { type Atom, wordAfterComma, wordAt, wordBefore } from '../rewrite/atom.ts';
import type { Read, RewriteRule } from '../rewrite/rewrite.ts';
import { MONTHS, monthNumber } from './calendar.ts';
import { readBelow100 } from './read-cardinal.ts';
import { readOrdinal } from './read-ordinal.ts';
import { readTwoDigits, readYear } from './read-year.ts';

// Also words of their own: they are months before an ordinal or a year ("May one ask?" has no date).
const ALSO_WORDS = /^(?:may|march)$/;
const FIGURE = /^\d/;

function monthName(month: number): string {
  const name = MONTHS[month - 1]!;
  return name[0]!.toUpperCase() + name.slice(1);
}

function dated(month: number, day: number, year: number | undefined): string[] {
  return year === undefined ? [monthName(month), String(day)] : [monthName(month), `${day},`, String(year)];
}

function readDay(atoms: readonly Atom[], at: number, ordinalOnly: boolean): Read<number> | undefined {
  const ordinal = readOrdinal(atoms, at, wordAt(atoms, at));
  if (ordinal || ordinalOnly) return ordinal;
  const day = readBelow100(atoms, at, wordAt(atoms, at));
  // "march twenty twenty one" is a year; "may five hundred" no day.
  if (
    !day ||
    readTwoDigits(atoms, day.next) ||
    /^(?:hundred|thousand|percent|dollars?)$/.test(wordAt(atoms, day.next) ?? '')
  ) {
    return undefined;
  }
  return day;
}

/** "march third", "march the third, twenty twenty one", "march twenty twenty one". */
const monthFirst: RewriteRule = (atoms, at) => {
  const { word } = atoms[at]!;
  const month = monthNumber(word);
  if (!month) return undefined;
  const unsure = ALSO_WORDS.test(word);
  const the = wordAt(atoms, at + 1) === 'the' ? 1 : 0;
  const day = readDay(atoms, at + 1 + the, unsure || the === 1);
  if (!day || day.value > daysIn(month)) {
    const year = the ? undefined : readYear(atoms, at + 1, wordAt(atoms, at + 1));
    if (!year || FIGURE.test(atoms[at + 1]!.word)) return undefined;
    return { words: [monthName(month), String(year.value)], next: year.next };
  }
  const year = readYear(atoms, day.next, wordAfterComma(atoms, day.next));
  return { words: dated(month, day.value, year?.value), next: year?.next ?? day.next };
};

/** "the third of march twenty twenty one". */
const dayFirst: RewriteRule = (atoms, at) => {
  const the = atoms[at]!.word === 'the' ? 1 : 0;
  const day = readOrdinal(atoms, at + the, the ? wordAt(atoms, at + 1) : atoms[at]!.word);
  if (!day || (the === 0 && wordBefore(atoms, at) === 'the')) return undefined;
  const of = wordAt(atoms, day.next) === 'of' ? 1 : 0;
  const month = monthNumber(wordAt(atoms, day.next + of) ?? '');
  if (!month || day.value > daysIn(month)) return undefined;
  const yearAt = day.next + of + 1;
  const year = readYear(atoms, yearAt, wordAfterComma(atoms, yearAt));
  return { words: dated(month, day.value, year?.value), next: year?.next ?? yearAt };
};

export const writeDate: RewriteRule = (atoms, at) => monthFirst(atoms, at) ?? dayFirst(atoms, at);
