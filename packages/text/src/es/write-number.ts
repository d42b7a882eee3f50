import { wordAt } from '../rewrite/atom.ts';
import type { RewriteRule } from '../rewrite/rewrite.ts';
import { fractionRule, numberRule, ordinalRule } from '../romance/write-number.ts';
import { isNumberWord, ONE, ORDINAL_VALUES, PARTS, SCALE_VALUES, VALUES } from './number-words.ts';
import { digitOf, readQuantity } from './read-quantity.ts';

export const writeOrdinal = ordinalRule(ORDINAL_VALUES);
export const writeFraction = fractionRule(VALUES, PARTS);

/** "cero uno uno seis": at least two digits, all of them said one by one. */
export const writeDigits: RewriteRule = (atoms, at) => {
  let text = '';
  let next = at;
  for (;;) {
    const digit = digitOf(next === at ? atoms[at]!.word : wordAt(atoms, next));
    if (!digit || endsRun(wordAt(atoms, next + 1))) break;
    text += digit;
    next++;
  }
  return text.length >= 2 ? { words: [text], next } : undefined;
};

function endsRun(after: string | undefined): boolean {
  return after !== undefined && (SCALE_VALUES.has(after) || /^(?:mil|coma|punto)$/.test(after));
}

const NAMES_BEFORE =
  /^(?:número|numero|capítulo|página|sala|opción|canal|línea|nivel|versión|marque|pulse|oprima|etapa|paso|apartamento|más|menos|por|puerta|vuelo)$/;

export const writeNumber = numberRule({
  readQuantity,
  one: ONE,
  namesBefore: NAMES_BEFORE,
  isListed: (word) => isNumberWord(word) || /^\d+$/.test(word),
});
