import type { Agreement } from './agreement.ts';
import type { Lexicon } from './lexicon.ts';

/** The signs that group thousands and begin decimals. */
export interface NumberSigns {
  group: '.' | ',';
  decimal: '.' | ',';
}

/** A number in figures, parsed. */
export interface WrittenNumber {
  negative: boolean;
  whole: string;
  grouped: boolean;
  decimals: string | undefined;
}

const COMMA_GROUPS = /^(-?)(\d{1,3}(?:,\d{3})+|\d+|(?=\.))(?:\.(\d+))?$/;
const DOT_GROUPS = /^(-?)(\d{1,3}(?:\.\d{3})+|\d+|(?=,))(?:,(\d+))?$/;

export function parseNumber(text: string, signs: NumberSigns): WrittenNumber | undefined {
  const match = (signs.group === ',' ? COMMA_GROUPS : DOT_GROUPS).exec(text);
  if (!match) return undefined;
  const grouped = match[2]!.includes(signs.group);
  const whole = grouped ? match[2]!.replaceAll(signs.group, '') : match[2]!;
  return { negative: match[1] === '-', whole, grouped, decimals: match[3] };
}

/** Whether exactly one thing is counted, so that its name is in the singular. */
export function isOne(number: WrittenNumber): boolean {
  return number.decimals === undefined && Number(number.whole) === 1 && number.whole !== '';
}

// Fifteen digits are what a number holds exactly.
const EXACT_DIGITS = 15;

export function sayWhole(whole: string, lexicon: Lexicon, agreement?: Agreement): string[] {
  if (whole.length > EXACT_DIGITS || (whole.length > 1 && whole[0] === '0')) return lexicon.digits(whole);
  return lexicon.cardinal(Number(whole), agreement);
}

/** The number as a quantity: "25", "1,234.5", "-3". */
export function sayQuantity(number: WrittenNumber, lexicon: Lexicon, agreement?: Agreement): string[] {
  // "veintiún euros", but "veintiuno coma cinco euros".
  const shown = number.decimals !== undefined && agreement === 'masculine' ? undefined : agreement;
  const said = number.negative ? [lexicon.minus] : [];
  if (number.whole !== '') said.push(...sayWhole(number.whole, lexicon, shown));
  if (number.decimals !== undefined) said.push(lexicon.point, ...lexicon.decimals(number.decimals));
  return said;
}
