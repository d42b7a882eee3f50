import { bothGenders, numberTable, unaccented } from '../rewrite/number-table.ts';
import { HUNDREDS, SCALES, SMALL, TENS } from './numbers.ts';
import { ORDINAL_HUNDREDS, ORDINAL_ONES, ORDINAL_TEENS, ORDINAL_TENS } from './ordinals.ts';

/** 1 to 90, one word each. */
export const VALUES = numberTable([
  ...SMALL.slice(1).map((word, at) => [word, at + 1] as const),
  ...TENS.slice(3).map((word, at) => [word, (at + 3) * 10] as const),
  ['un', 1],
  ['una', 1],
  ['veintiún', 21],
  ['veintiuna', 21],
]);

/** "ciento", "doscientos", "doscientas"; "cien" takes nothing after it but a thousand or a million. */
export const HUNDRED_VALUES = numberTable(
  bothGenders(HUNDREDS.slice(1).map((word, at) => [word, (at + 1) * 100] as const)),
);

export const SCALE_VALUES = numberTable(
  SCALES.flatMap(([one, many, value]) => [[one, value] as const, [many, value] as const]),
);

/** Ordinals of one word. 21 to 29 may be one ("vigesimoprimero") or two, and so may 13 to 19 ("décimo tercero"). */
export const ORDINAL_VALUES = numberTable([
  ...bothGenders([
    ...ORDINAL_ONES.slice(1).map((word, at) => [word, at + 1] as const),
    ...ORDINAL_TEENS.map((word, at) => [word, at + 11] as const),
    ...ORDINAL_TENS.slice(1).map((word, at) => [word, (at + 1) * 10] as const),
    ...ORDINAL_HUNDREDS.slice(1).map((word, at) => [word, (at + 1) * 100] as const),
    ...ORDINAL_ONES.slice(1).map((word, at) => [`vigesimo${word}`, at + 21] as const),
    ['vigesimoctavo', 28],
    ['decimoprimero', 11],
    ['decimosegundo', 12],
    ['milésimo', 1000],
  ]),
  ['primer', 1],
  ['tercer', 3],
]);

/** What divides one; "cuarto" and "cuartos" are rooms as well and stay words. */
export const PARTS = numberTable([
  ['tercio', 3],
  ['tercios', 3],
  ['quintos', 5],
  ['sextos', 6],
  ['séptimos', 7],
  ['octavos', 8],
  ['novenos', 9],
  ['décimo', 10],
  ['décimos', 10],
]);

/** "uno", "un" and "una": pronoun or articles as well. */
export const ONE = /^un[oa]?$/;

export function isNumberWord(word: string): boolean {
  const plain = unaccented(word);
  return (
    VALUES.has(plain) ||
    HUNDRED_VALUES.has(plain) ||
    SCALE_VALUES.has(plain) ||
    plain === 'cien' ||
    plain === 'mil' ||
    plain === 'cero'
  );
}
