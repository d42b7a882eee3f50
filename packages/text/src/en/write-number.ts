import { type Atom, wordAt, wordBefore } from '../rewrite/atom.ts';
import type { RewriteRule } from '../rewrite/rewrite.ts';
import { NAMES_BEFORE, PARTS, PLURAL_PARTS, SCALE_VALUES, TENS_PLURALS, VALUES } from './number-words.ts';
import { ordinalSuffix, readOrdinal } from './read-ordinal.ts';
import { digitOf, readQuantity } from './read-quantity.ts';
import { readTwoDigits, readYear, readYearPair } from './read-year.ts';

/** "twenty first" is 21st; first to ninth stay words. */
export const writeOrdinal: RewriteRule = (atoms, at) => {
  const ordinal = readOrdinal(atoms, at, atoms[at]!.word);
  if (!ordinal || ordinal.value < 10) return undefined;
  return { words: [ordinal.value + ordinalSuffix(ordinal.value)], next: ordinal.next };
};

/** "two thirds", "one half". */
export const writeFraction: RewriteRule = (atoms, at) => {
  const count = VALUES.get(atoms[at]!.word) ?? 10;
  const word = wordAt(atoms, at + 1) ?? '';
  if (count > 9) return undefined;
  const whole = count === 1 ? PARTS.get(word) : PLURAL_PARTS.get(word);
  return whole && count < whole ? { words: [`${count}/${whole}`], next: at + 2 } : undefined;
};

/** "nineteen eighties". */
export const writeDecade: RewriteRule = (atoms, at) => {
  const century = VALUES.get(atoms[at]!.word) ?? 0;
  const tens = TENS_PLURALS.get(wordAt(atoms, at + 1) ?? '');
  return century >= 11 && century <= 20 && tens ? { words: [`${century}${tens}s`], next: at + 2 } : undefined;
};

const YEAR_BEFORE = /^(?:in|since|year|until|before|after|by|of)$/;

/** "nineteen eighty four"; "in two thousand twenty one", which elsewhere is a number. */
export const writeYear: RewriteRule = (atoms, at) => {
  const { word } = atoms[at]!;
  const pair = readYearPair(atoms, at, word);
  if (pair) return { words: [String(pair.value)], next: pair.next };
  if (!VALUES.has(word) || !YEAR_BEFORE.test(wordBefore(atoms, at) ?? '')) return undefined;
  const year = readYear(atoms, at, word);
  const after = year && wordAt(atoms, year.next);
  const isYear =
    year && (after === undefined || /^(?:and|or|the|he|she|it|they|we|i|when|to|was|is)$/.test(after));
  return isYear ? { words: [String(year.value)], next: year.next } : undefined;
};

const REPEATS: ReadonlyMap<string, number> = new Map([
  ['double', 2],
  ['triple', 3],
]);

/** "five five five oh one", "double three one": at least two digits, all of them said one by one. */
export const writeDigits: RewriteRule = (atoms, at) => {
  let text = '';
  let next = at;
  for (;;) {
    const word = next === at ? atoms[at]!.word : wordAt(atoms, next);
    const times = REPEATS.get(word ?? '');
    const digit = digitOf(times ? wordAt(atoms, next + 1) : word);
    if (!digit) break;
    const step = times ? 2 : 1;
    // "two two-year-olds", "one two hundred": the last belongs to what follows.
    if (atoms[next + step - 1]!.trail.startsWith('-') || endsRun(wordAt(atoms, next + step))) break;
    text += digit.repeat(times ?? 1);
    next += step;
  }
  const first = atoms[at]!.word;
  const enough = /^(?:oh|o|nought|naught|double|triple)$/.test(first) ? 3 : 2;
  return text.length >= enough ? { words: [text], next } : undefined;
};

function endsRun(after: string | undefined): boolean {
  return after !== undefined && (after === 'hundred' || after === 'point' || SCALE_VALUES.has(after));
}

/** Hundreds said in pairs before a noun: "one twenty five main street". */
export const writePairs: RewriteRule = (atoms, at) => {
  const hundreds = VALUES.get(atoms[at]!.word) ?? 10;
  const pair = hundreds < 10 ? readTwoDigits(atoms, at + 1) : undefined;
  const after = pair && wordAt(atoms, pair.next);
  if (!pair || after === 'hundred' || SCALE_VALUES.has(after ?? '')) return undefined;
  return { words: [String(hundreds * 100 + pair.value)], next: pair.next };
};

/** Any other number. A lone "one" is a pronoun unless it is all there is or something asks for a number. */
export const writeNumber: RewriteRule = (atoms, at) => {
  const { word } = atoms[at]!;
  const quantity = readQuantity(atoms, at);
  if (!quantity?.spoken) return undefined;
  if (quantity.next === at + 1 && word === 'one' && !isCounted(atoms, at)) return undefined;
  // "thanks a million"; "a million and a half" and "a million dollars" are figures.
  if (word === 'a' && quantity.scale && quantity.next === at + 2) return undefined;
  const number = quantity.negative ? `-${quantity.number}` : quantity.number;
  return { words: quantity.scale ? [number, quantity.scale] : [number], next: quantity.next };
};

const BETWEEN = /^(?:or|to)$/;

const NEAR = /^(?:hundred|zero|\d+)$/;

/** Whether the atom is of a number that is, or will be, written in figures. */
function isNumber(atoms: readonly Atom[], at: number): boolean {
  const word = atoms[at]?.word ?? '';
  if (word === 'a') return readQuantity(atoms, at)?.whole !== undefined;
  return VALUES.has(word) || SCALE_VALUES.has(word) || NEAR.test(word);
}

function isCounted(atoms: readonly Atom[], at: number): boolean {
  if (atoms.length === 1) return true;
  const before = wordBefore(atoms, at) ?? '';
  if (NAMES_BEFORE.test(before) || (BETWEEN.test(before) && isNumber(atoms, at - 2))) return true;
  const after = wordAt(atoms, at + 1) ?? '';
  if ((BETWEEN.test(after) || after === 'in') && isNumber(atoms, at + 2)) return true;
  if (atoms[at]!.trail === ',' && isNumber(atoms, at + 1)) return true;
  return atoms[at - 1]?.trail === ',' && isNumber(atoms, at - 1);
}
