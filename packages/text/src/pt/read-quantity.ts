import { grouped } from '../rewrite/quantity.ts';
import { quantityReader } from '../romance/read-quantity.ts';
import { SCALE_VALUES, VALUES } from './number-words.ts';
import { readBelow100, readCardinal } from './read-cardinal.ts';

export function digitOf(word: string | undefined): string | undefined {
  if (word === 'zero') return '0';
  const value = word === 'uma' || word === 'duas' ? undefined : VALUES.get(word ?? '');
  return value !== undefined && value < 10 ? String(value) : undefined;
}

export const readQuantity = quantityReader({
  signAfter: /^(?:é|era|de|faz|fazia|fez|deu|igual)$/,
  decimalSign: (word) =>
    word === 'vírgula' || word === 'virgula' ? ',' : word === 'ponto' ? '.' : undefined,
  digitOf,
  readBelow100,
  readCardinal,
  and: 'e',
  half: /^mei[oa]$/,
  afterOtherHalf: /^(?:noite|dia|d[uú]zia|hora)$/,
  isScale: (word) => SCALE_VALUES.has(word),
  /** Years keep out the point; all else groups its thousands. */
  formatWhole: (value) => (value >= 1000 && value < 2100 ? String(value) : grouped(value, '.')),
  formatBeforeComma: (value) => grouped(value, '.'),
});
