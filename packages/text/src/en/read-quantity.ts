import { type Atom, wordAt, wordBefore } from '../rewrite/atom.ts';
import { grouped, type Quantity } from '../rewrite/quantity.ts';
import type { Read } from '../rewrite/rewrite.ts';
import { SCALE_VALUES, VALUES, ZEROS } from './number-words.ts';
import { type Cardinal, readBelow100, readCardinal } from './read-cardinal.ts';

const FIGURES = /^-?(?:\d{1,3}(?:,\d{3})+|\d+)(?:\.\d+)?$/;

export function digitOf(word: string | undefined): string | undefined {
  if (word === undefined) return undefined;
  if (ZEROS.has(word)) return '0';
  const value = VALUES.get(word);
  return value !== undefined && value < 10 ? String(value) : undefined;
}

/** "point one four", or "point fourteen". */
function readDecimals(atoms: readonly Atom[], at: number): Read<string> | undefined {
  if (wordAt(atoms, at) !== 'point') return undefined;
  let digits = '';
  let next = at + 1;
  for (let digit = digitOf(wordAt(atoms, next)); digit; digit = digitOf(wordAt(atoms, next))) {
    digits += digit;
    next++;
  }
  if (digits) return { value: digits, next };
  const pair = readBelow100(atoms, next, wordAt(atoms, next));
  return pair && { value: String(pair.value), next: pair.next };
}

/** "and a half", "and three quarters" as decimals. */
function readPart(atoms: readonly Atom[], at: number): Read<string> | undefined {
  if (wordAt(atoms, at) !== 'and') return undefined;
  const [count, part] = [wordAt(atoms, at + 1), wordAt(atoms, at + 2)];
  if (count === 'a' && part === 'half') return { value: '5', next: at + 3 };
  if (count === 'a' && part === 'quarter') return { value: '25', next: at + 3 };
  return count === 'three' && part === 'quarters' ? { value: '75', next: at + 3 } : undefined;
}

/** Round millions keep their name; years keep out the comma; all else groups its thousands. */
function formatCardinal(cardinal: Cardinal): string {
  const { value, inHundreds } = cardinal;
  return inHundreds || (value > 2000 && value < 2010) ? String(value) : grouped(value, ',');
}

function isNumber(word: string | undefined): boolean {
  return (
    word !== undefined &&
    (VALUES.has(word) || word === 'hundred' || SCALE_VALUES.has(word) || /\d/.test(word))
  );
}

export function readQuantity(atoms: readonly Atom[], at: number): Quantity | undefined {
  const first = atoms[at]!.word;
  const sign = first === 'minus' || first === 'negative';
  if (sign && (isNumber(wordBefore(atoms, at)) || wordAt(atoms, at + 1) === undefined)) return undefined;
  const start = sign ? at + 1 : at;
  const figures = FIGURES.test(atoms[start]!.word) ? atoms[start]!.word : undefined;
  if (figures) return readFigures(atoms, start, figures, sign);
  const cardinal = readCardinal(atoms, start);
  if (!cardinal) return undefined;
  const base = { negative: sign, scale: undefined, whole: undefined, spoken: true };
  const { round, next, value } = cardinal;
  const decimals = readDecimals(atoms, next);
  const part = decimals ? undefined : readPart(atoms, next);
  if (round && !decimals) {
    const number = part ? `${round.count}.${part.value}` : String(round.count);
    return { ...base, number, scale: round.name, next: part?.next ?? next };
  }
  const fraction = decimals ?? part;
  if (!fraction) return { ...base, number: formatCardinal(cardinal), whole: value, next };
  const scale = wordAt(atoms, fraction.next) ?? '';
  const isScaled = SCALE_VALUES.has(scale) && !round;
  const number = `${grouped(value, ',')}.${fraction.value}`;
  return { ...base, number, scale: isScaled ? scale : undefined, next: fraction.next + (isScaled ? 1 : 0) };
}

function readFigures(
  atoms: readonly Atom[],
  at: number,
  figures: string,
  sign: boolean,
): Quantity | undefined {
  const negative = figures[0] === '-';
  if (negative && sign) return undefined;
  const number = negative ? figures.slice(1) : figures;
  const word = wordAt(atoms, at + 1);
  const scale = word === 'hundred' || SCALE_VALUES.has(word ?? '') ? word : undefined;
  const part = scale || !/^\d+$/.test(number) ? undefined : readPart(atoms, at + 1);
  const base = { negative: negative || sign, spoken: sign || part !== undefined };
  if (part) return { ...base, number: `${number}.${part.value}`, scale, whole: undefined, next: part.next };
  const whole = !scale && /^[\d,]+$/.test(number) ? Number(number.replaceAll(',', '')) : undefined;
  return { ...base, number, scale, whole, next: scale ? at + 2 : at + 1 };
}
