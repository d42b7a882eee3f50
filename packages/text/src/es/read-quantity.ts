import { type Atom, wordAt, wordBefore } from '../rewrite/atom.ts';
import { grouped, type Quantity } from '../rewrite/quantity.ts';
import type { Read } from '../rewrite/rewrite.ts';
import { ONE, SCALE_VALUES, VALUES } from './number-words.ts';
import { readBelow100, readCardinal } from './read-cardinal.ts';

const FIGURES = /^-?(?:\d{1,3}(?:\.\d{3})+|\d+)(?:,\d+)?$/;
// "menos" is "less" too: only at the beginning and after these is it a sign.
const SIGN_AFTER = /^(?:es|era|de|hace|hacía|hizo|dio|igual|estamos)$/;

/** One digit of a run. "un" and "una" are articles, "uno" is not. */
export function digitOf(word: string | undefined): string | undefined {
  if (word === 'cero') return '0';
  const value = word !== 'uno' && ONE.test(word ?? '') ? undefined : VALUES.get(word ?? '');
  return value !== undefined && value < 10 ? String(value) : undefined;
}

/** "coma uno cuatro", "coma catorce"; "punto cinco" where the decimals have a point. */
function readDecimals(atoms: readonly Atom[], at: number): Read<string> | undefined {
  const word = wordAt(atoms, at);
  const sign = word === 'coma' ? ',' : word === 'punto' ? '.' : undefined;
  if (!sign) return undefined;
  let digits = '';
  let next = at + 1;
  for (let digit = digitOf(wordAt(atoms, next)); digit; digit = digitOf(wordAt(atoms, next))) {
    digits += digit;
    next++;
  }
  if (digits) return { value: sign + digits, next };
  const pair = readBelow100(atoms, next, wordAt(atoms, next));
  return pair && { value: sign + pair.value, next: pair.next };
}

/** "y medio" after a number or after its millions. */
function readHalf(atoms: readonly Atom[], at: number): Read<string> | undefined {
  const isHalf = wordAt(atoms, at) === 'y' && /^medi[oa]$/.test(wordAt(atoms, at + 1) ?? '');
  // "media hora", "media docena" and "medio día" are things of their own.
  if (!isHalf || /^(?:noche|d[ií]a|docena|hora)$/.test(wordAt(atoms, at + 2) ?? '')) return undefined;
  return { value: ',5', next: at + 2 };
}

/** Spanish groups thousands from five digits on. */
export function formatWhole(value: number): string {
  return value < 10_000 ? String(value) : grouped(value, '.');
}

export function readQuantity(atoms: readonly Atom[], at: number): Quantity | undefined {
  const sign = atoms[at]!.word === 'menos';
  const before = wordBefore(atoms, at);
  if (sign && ((before !== undefined && !SIGN_AFTER.test(before)) || wordAt(atoms, at + 1) === undefined))
    return undefined;
  const start = sign ? at + 1 : at;
  const figures = FIGURES.test(atoms[start]!.word) ? atoms[start]!.word : undefined;
  if (figures) return readFigures(atoms, start, figures, sign);
  const cardinal = readCardinal(atoms, start);
  if (!cardinal) return undefined;
  const base = { negative: sign, spoken: true, whole: undefined, scale: undefined };
  const { round, next, value } = cardinal;
  const decimals = readDecimals(atoms, next);
  const half = decimals ? undefined : readHalf(atoms, next);
  if (round && !decimals) {
    return {
      ...base,
      number: formatWhole(round.count) + (half?.value ?? ''),
      scale: round.name,
      next: half?.next ?? next,
    };
  }
  const fraction = decimals ?? half;
  if (!fraction) return { ...base, number: formatWhole(value), whole: value, next };
  const scale = wordAt(atoms, fraction.next) ?? '';
  const isScaled = SCALE_VALUES.has(scale) && !round;
  const number = (fraction.value[0] === '.' ? value : formatWhole(value)) + fraction.value;
  return { ...base, number, scale: isScaled ? scale : undefined, next: fraction.next + (isScaled ? 1 : 0) };
}

/** Figures that a scale ("5 millones"), a thousand ("5 mil") or a half ("5 y medio") may follow. */
function readFigures(
  atoms: readonly Atom[],
  at: number,
  figures: string,
  sign: boolean,
): Quantity | undefined {
  const negative = figures[0] === '-';
  if (negative && sign) return undefined;
  const number = negative ? figures.slice(1) : figures;
  const scale = readScale(atoms, at + 1);
  const mayHaveHalf = /^\d+$/.test(number) && scale?.value !== 'mil';
  const half = mayHaveHalf ? readHalf(atoms, scale?.next ?? at + 1) : undefined;
  const base = { negative: negative || sign, spoken: sign || half !== undefined, scale: scale?.value };
  if (half) return { ...base, number: number + half.value, whole: undefined, next: half.next };
  const whole = !scale && /^[\d.]+$/.test(number) ? Number(number.replaceAll('.', '')) : undefined;
  return { ...base, number, whole, next: scale?.next ?? at + 1 };
}

function readScale(atoms: readonly Atom[], at: number): Read<string> | undefined {
  const word = wordAt(atoms, at) ?? '';
  return word === 'mil' || SCALE_VALUES.has(word) ? { value: word, next: at + 1 } : undefined;
}
