import { grouped } from '../rewrite/quantity.ts';
import { quantityReader } from '../romance/read-quantity.ts';
import { ONE, SCALE_VALUES, VALUES } from './number-words.ts';
import { readBelow100, readCardinal } from './read-cardinal.ts';

/** One digit of a run. "un" and "una" are articles, "uno" is not. */
export function digitOf(word: string | undefined): string | undefined {
  if (word === 'cero') return '0';
  const value = word !== 'uno' && ONE.test(word ?? '') ? undefined : VALUES.get(word ?? '');
  return value !== undefined && value < 10 ? String(value) : undefined;
}

/** Spanish groups thousands from five digits on. */
export function formatWhole(value: number): string {
  return value < 10_000 ? String(value) : grouped(value, '.');
}

export const readQuantity = quantityReader({
  signAfter: /^(?:es|era|de|hace|hacía|hizo|dio|igual|estamos)$/,
  decimalSign: (word) => (word === 'coma' ? ',' : word === 'punto' ? '.' : undefined),
  digitOf,
  readBelow100,
  readCardinal,
  and: 'y',
  half: /^medi[oa]$/,
  afterOtherHalf: /^(?:noche|d[ií]a|docena|hora)$/,
  // In words "mil" is a part of the number, after figures a scale.
  isScale: (word) => word === 'mil' || SCALE_VALUES.has(word),
  formatWhole,
  formatBeforeComma: formatWhole,
});
