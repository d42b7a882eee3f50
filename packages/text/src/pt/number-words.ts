import { bothGenders, numberTable } from '../rewrite/number-table.ts';
import { HUNDREDS, SCALES, SMALL, TENS } from './numbers.ts';
import { ORDINAL_HUNDREDS, ORDINAL_ONES, ORDINAL_TENS } from './ordinals.ts';

/** 1 to 90, one word each. */
export const VALUES = numberTable([
  ...SMALL.slice(1).map((word, at) => [word, at + 1] as const),
  ...TENS.slice(2).map((word, at) => [word, (at + 2) * 10] as const),
  ['uma', 1],
  ['duas', 2],
  ['catorze', 14],
  ['dezasseis', 16],
  ['dezassete', 17],
  ['dezanove', 19],
  ['cinqüenta', 50],
]);

/** "cento", "duzentos", "duzentas"; "cem" takes nothing after it. */
export const HUNDRED_VALUES = numberTable(
  bothGenders(HUNDREDS.slice(1).map((word, at) => [word, (at + 1) * 100] as const)),
);

export const SCALE_VALUES = numberTable(
  SCALES.flatMap(([one, many, value]) => [[one, value] as const, [many, value] as const]),
);

export const ORDINAL_VALUES = numberTable(
  bothGenders([
    ...ORDINAL_ONES.slice(1).map((word, at) => [word, at + 1] as const),
    ...ORDINAL_TENS.slice(1).map((word, at) => [word, (at + 1) * 10] as const),
    ...ORDINAL_HUNDREDS.slice(1).map((word, at) => [word, (at + 1) * 100] as const),
    ['milésimo', 1000],
  ]),
);

/** What divides one; "quarto" and "quartos" are rooms as well and stay words. */
export const PARTS = numberTable([
  ['terço', 3],
  ['terços', 3],
  ['quintos', 5],
  ['sextos', 6],
  ['sétimos', 7],
  ['oitavos', 8],
  ['nonos', 9],
  ['décimo', 10],
  ['décimos', 10],
]);

export function isNumberWord(word: string): boolean {
  return (
    VALUES.has(word) ||
    HUNDRED_VALUES.has(word) ||
    SCALE_VALUES.has(word) ||
    word === 'cem' ||
    word === 'zero'
  );
}
