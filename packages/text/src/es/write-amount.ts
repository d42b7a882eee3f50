import { type Atom, wordAt, wordBefore } from '../rewrite/atom.ts';
import type { Quantity } from '../rewrite/quantity.ts';
import type { Read, Rewritten } from '../rewrite/rewrite.ts';
import { amountRule } from '../romance/write-amount.ts';
import { formatWhole, readQuantity } from './read-quantity.ts';

interface Currency {
  sign: string;
  cents: RegExp;
}

// Pesos and their centavos stay words: "$" would read as dollars.
const DOLLARS: Currency = { sign: 'US$', cents: /^(?:centavos?|céntimos?|centimos?)$/ };
const EUROS: Currency = { sign: '€', cents: /^(?:céntimos?|centimos?|centavos?)$/ };
const YEN: Currency = { sign: '¥', cents: /^$/ };
const EURO_CENTS = /^c[eé]ntimos?$/;
const CURRENCIES: ReadonlyMap<string, Currency> = new Map([
  ['dólar', DOLLARS],
  ['dólares', DOLLARS],
  ['dolar', DOLLARS],
  ['dolares', DOLLARS],
  ['euro', EUROS],
  ['euros', EUROS],
  ['yen', YEN],
  ['yenes', YEN],
]);
const AMERICAN = /^(?:americanos?|estadounidenses?)$/;

function readCurrency(atoms: readonly Atom[], at: number): Read<Currency> | undefined {
  const currency = CURRENCIES.get(wordAt(atoms, at) ?? '');
  if (!currency) return undefined;
  const isAmerican = currency === DOLLARS && AMERICAN.test(wordAt(atoms, at + 1) ?? '');
  return { value: currency, next: at + (isAmerican ? 2 : 1) };
}

/** "con cincuenta céntimos"; "con cincuenta" where the sentence ends there. */
function readCents(atoms: readonly Atom[], at: number, names: RegExp): Read<number> | undefined {
  const link = wordAt(atoms, at) ?? '';
  const start = /^(?:y|con)$/.test(link) ? at + 1 : at;
  if (wordAt(atoms, start) === undefined) return undefined;
  const cents = readQuantity(atoms, start);
  if (!cents || cents.negative || cents.whole === undefined || cents.whole < 1 || cents.whole > 99)
    return undefined;
  const after = wordAt(atoms, cents.next);
  if (names.test(after ?? '')) return { value: cents.whole, next: cents.next + 1 };
  const stands = link === 'con' && cents.whole >= 10 && after === undefined;
  return stands ? { value: cents.whole, next: cents.next } : undefined;
}

/** "25,50 €": the euro follows its number, other signs precede it. */
function money(sign: string, quantity: Quantity, cents: number | undefined): string[] {
  const whole = quantity.whole === undefined ? quantity.number : formatWhole(quantity.whole);
  const decimals = cents === undefined ? '' : `,${String(cents).padStart(2, '0')}`;
  const minus = quantity.negative ? '-' : '';
  return sign === '€' ? [minus + whole + decimals, sign] : [minus + sign, whole + decimals];
}

function writeMoney(atoms: readonly Atom[], at: number, quantity: Quantity): Rewritten | undefined {
  const { next, whole } = quantity;
  // "US$ 3 dólares" has its sign already; "2 millones de euros" keeps its words.
  if (quantity.scale !== undefined || /[$€£¥]$/.test(wordBefore(atoms, at) ?? '')) return undefined;
  const currency = readCurrency(atoms, next);
  if (!currency) {
    const isCents = EURO_CENTS.test(wordAt(atoms, next) ?? '') && whole !== undefined;
    if (!isCents || whole < 1 || whole > 99) return undefined;
    return { words: money('€', { ...quantity, whole: 0 }, whole), next: next + 1 };
  }
  const { sign, cents: names } = currency.value;
  const cents = whole === undefined ? undefined : readCents(atoms, currency.next, names);
  return { words: money(sign, quantity, cents?.value), next: cents?.next ?? currency.next };
}

export const writeAmount = amountRule({ readQuantity, writeMoney, percent: 'ciento', degrees: /^grados?$/ });
