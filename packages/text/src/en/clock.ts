import { type Atom, wordAt } from '../rewrite/atom.ts';
import type { Read, Rewritten } from '../rewrite/rewrite.ts';
import { VALUES } from './number-words.ts';

export function clock(hour: number, minute: number): string {
  return `${hour}:${String(minute).padStart(2, '0')}`;
}

/** "a m" as letters; "am" and "a.m." are left as the model wrote them. */
export function readLetters(atoms: readonly Atom[], at: number): Read<string> | undefined {
  const half = wordAt(atoms, at);
  if ((half !== 'a' && half !== 'p') || wordAt(atoms, at + 1) !== 'm') return undefined;
  return { value: atoms[at + 1]!.trail.startsWith('.') ? `${half}.m` : `${half}.m.`, next: at + 2 };
}

/** The time, with the letters of its half of the day where they follow. */
export function withLetters(atoms: readonly Atom[], text: string, next: number): Rewritten {
  const letters = readLetters(atoms, next);
  return letters ? { words: [text, letters.value], next: letters.next } : { words: [text], next };
}

/** An hour of the clock in words or figures. */
export function readHour(
  atoms: readonly Atom[],
  at: number,
  word: string | undefined,
): Read<number> | undefined {
  if (/^\d{1,2}$/.test(word ?? '')) return { value: Number(word), next: at + 1 };
  if (word === 'zero') return { value: 0, next: at + 1 };
  const value = VALUES.get(word ?? '');
  if (value === undefined || value > 20) return undefined;
  const ones = value === 20 ? (VALUES.get(wordAt(atoms, at + 1) ?? '') ?? 10) : 10;
  return ones < 4 ? { value: 20 + ones, next: at + 2 } : { value, next: at + 1 };
}
