import type { Atom } from '../rewrite/atom.ts';
import { type RewriteRule, rewrite } from '../rewrite/rewrite.ts';
import type { TextWord } from '../text-word.ts';
import { MONTHS } from './calendar.ts';
import { isNumberWord } from './number-words.ts';
import { writeAmount } from './write-amount.ts';
import { writeDate } from './write-date.ts';
import {
  writeDecade,
  writeDigits,
  writeFraction,
  writeNumber,
  writeOrdinal,
  writePairs,
  writeYear,
} from './write-number.ts';
import { writeRelativeTime } from './write-relative-time.ts';
import { writeTime } from './write-time.ts';

const RULES: readonly RewriteRule[] = [
  writeDate,
  writeRelativeTime,
  writeTime,
  writeAmount,
  writeFraction,
  writeOrdinal,
  writeDecade,
  writeYear,
  writeDigits,
  writePairs,
  writeNumber,
];

const STARTS: ReadonlySet<string> = new Set([
  ...MONTHS,
  'the',
  'a',
  'quarter',
  'minus',
  'negative',
  'double',
  'triple',
  'o',
  'nought',
  'naught',
]);

function startsRule(atom: Atom): boolean {
  return STARTS.has(atom.word) || isNumberWord(atom.word) || /^-?\d/.test(atom.word);
}

export function writtenEnglish(words: readonly string[]): TextWord[] {
  return rewrite(words, RULES, startsRule, isNumberWord);
}
