import { type Atom, wordAt, wordBefore } from '../rewrite/atom.ts';
import { grouped, type Quantity } from '../rewrite/quantity.ts';
import type { Read, Rewritten } from '../rewrite/rewrite.ts';
import { amountRule } from '../romance/write-amount.ts';
import { readBelow100 } from './read-cardinal.ts';
import { readQuantity } from './read-quantity.ts';

const SIGNS: ReadonlyMap<string, string> = new Map([
  ['real', 'R$'],
  ['reais', 'R$'],
  ['dólar', 'US$'],
  ['dólares', 'US$'],
  ['dolar', 'US$'],
  ['dolares', 'US$'],
  ['euro', '€'],
  ['euros', '€'],
  ['iene', '¥'],
  ['ienes', '¥'],
]);
const CENTS = /^centavos?$/;
// "um real desafio" is no money: after "um real" only these go on.
const AFTER_ONE_REAL = /^(?:e|por|de|a|para|cada|em|no|na|ou|com|mais)$/;

function readUnit(atoms: readonly Atom[], at: number): Read<string> | undefined {
  const start = wordAt(atoms, at) === 'de' ? at + 1 : at;
  const word = wordAt(atoms, start) ?? '';
  const sign = SIGNS.get(word);
  if (sign === 'US$' && /^americanos?$/.test(wordAt(atoms, start + 1) ?? ''))
    return { value: sign, next: start + 2 };
  if (sign) return { value: sign, next: start + 1 };
  const isSterling = word === 'libras' && wordAt(atoms, start + 1) === 'esterlinas';
  return isSterling ? { value: '£', next: start + 2 } : undefined;
}

/** "e cinquenta centavos"; "e cinquenta" where the sentence ends there. */
function readCents(atoms: readonly Atom[], at: number): Read<number> | undefined {
  const joined = /^(?:e|com)$/.test(wordAt(atoms, at) ?? '') ? 1 : 0;
  const start = at + joined;
  if (wordAt(atoms, start) === undefined) return undefined;
  const cents = readQuantity(atoms, start);
  if (!cents || cents.negative || cents.whole === undefined || cents.whole < 1 || cents.whole > 99)
    return undefined;
  if (CENTS.test(wordAt(atoms, cents.next) ?? '')) return { value: cents.whole, next: cents.next + 1 };
  const stands = joined === 1 && cents.whole >= 10 && wordAt(atoms, cents.next) === undefined;
  return stands && readBelow100(atoms, start, wordAt(atoms, start))
    ? { value: cents.whole, next: cents.next }
    : undefined;
}

function money(sign: string, quantity: Quantity, cents: number | undefined): string[] {
  const whole = quantity.whole === undefined ? quantity.number : grouped(quantity.whole, '.');
  const decimals = cents === undefined ? '' : `,${String(cents).padStart(2, '0')}`;
  const signed = quantity.negative ? `-${sign}` : sign;
  return quantity.scale ? [signed, whole + decimals, quantity.scale] : [signed, whole + decimals];
}

function writeMoney(atoms: readonly Atom[], at: number, quantity: Quantity): Rewritten | undefined {
  const { next, whole } = quantity;
  // "R$ 3 dólares" has its sign already.
  if (/[$€£¥]$/.test(wordBefore(atoms, at) ?? '')) return undefined;
  const unit = readUnit(atoms, next);
  if (!unit) {
    const isCents = CENTS.test(wordAt(atoms, next) ?? '') && whole !== undefined && whole >= 1 && whole < 100;
    return isCents ? { words: money('R$', { ...quantity, whole: 0 }, whole), next: next + 1 } : undefined;
  }
  const after = wordAt(atoms, unit.next);
  if (atoms[at]!.word === 'um' && atoms[next]!.word === 'real' && after && !AFTER_ONE_REAL.test(after))
    return undefined;
  const cents = whole === undefined ? undefined : readCents(atoms, unit.next);
  return { words: money(unit.value, quantity, cents?.value), next: cents?.next ?? unit.next };
}

export const writeAmount = amountRule({ readQuantity, writeMoney, percent: 'cento', degrees: /^graus?$/ });
