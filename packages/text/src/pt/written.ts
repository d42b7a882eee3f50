import type { Atom } from '../rewrite/atom.ts';
import { type RewriteRule, rewrite } from '../rewrite/rewrite.ts';
import type { TextWord } from '../text-word.ts';
import { isNumberWord, ORDINAL_VALUES } from './number-words.ts';
import { writeAmount } from './write-amount.ts';
import { writeDate } from './write-date.ts';
import { writeDigits, writeFraction, writeNumber, writeOrdinal } from './write-number.ts';
import { writeTime } from './write-time.ts';

const RULES: readonly RewriteRule[] = [
  writeDate,
  writeTime,
  writeAmount,
  writeFraction,
  writeOrdinal,
  writeDigits,
  writeNumber,
];

const STARTS: ReadonlySet<string> = new Set(['dia', 'menos', 'meia', 'meio', 'meio-dia', 'meia-noite']);

function startsRule({ word }: Atom): boolean {
  return STARTS.has(word) || isNumberWord(word) || ORDINAL_VALUES.has(word) || /^-?\d/.test(word);
}

export function writtenPortuguese(words: readonly string[]): TextWord[] {
  // Numbers have no hyphens in Portuguese; "segunda-feira" and "dois-pontos" are whole words.
  return rewrite(words, RULES, startsRule, () => false);
}
