import { type Atom, wordAt, wordBefore } from '../rewrite/atom.ts';
import type { RewriteRule } from '../rewrite/rewrite.ts';
import { clock, readHour, withLetters } from './clock.ts';
import { readBelow100 } from './read-cardinal.ts';
import { readTwoDigits } from './read-year.ts';

/** "at ten to nine", "it is ten to nine". */
function isTold(atoms: readonly Atom[], at: number): boolean {
  const before = wordBefore(atoms, at);
  return before === 'at' || before === "it's" || (before === 'is' && wordBefore(atoms, at - 1) === 'it');
}

/** "half past ten", "a quarter to eleven", "twenty minutes past nine", "at ten to nine". */
export const writeRelativeTime: RewriteRule = (atoms, at) => {
  const a = atoms[at]!.word === 'a' ? 1 : 0;
  const word = a ? wordAt(atoms, at + 1) : atoms[at]!.word;
  const named = word === 'half' ? 30 : word === 'quarter' ? 15 : undefined;
  const minutes = named ? { value: named, next: at + a + 1 } : a ? undefined : readBelow100(atoms, at, word);
  if (!minutes || minutes.value > 59) return undefined;
  const hasUnit = /^minutes?$/.test(wordAt(atoms, minutes.next) ?? '') && !named ? 1 : 0;
  const side = wordAt(atoms, minutes.next + hasUnit);
  if (side !== 'past' && (side !== 'to' || word === 'half')) return undefined;
  // "from ten to nine" is no time unless something says so.
  if (side === 'to' && !named && !hasUnit && !isTold(atoms, at)) return undefined;
  const hourAt = minutes.next + hasUnit + 1;
  const hour = readHour(atoms, hourAt, wordAt(atoms, hourAt));
  if (!hour || hour.value < 1 || hour.value > 12 || readTwoDigits(atoms, hour.next)) return undefined;
  const isClock = wordAt(atoms, hour.next) === "o'clock" ? 1 : 0;
  const text =
    side === 'past'
      ? clock(hour.value, minutes.value)
      : clock(hour.value === 1 ? 12 : hour.value - 1, 60 - minutes.value);
  return withLetters(atoms, text, hour.next + isClock);
};
