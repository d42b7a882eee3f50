import { type Atom, wordAt } from '../rewrite/atom.ts';
import { grouped, type Quantity } from '../rewrite/quantity.ts';
import type { Read, RewriteRule } from '../rewrite/rewrite.ts';
import { readQuantity } from './read-quantity.ts';

// Pounds are a weight as well, and pence never stand without them, so neither is written with a sign by itself.
const SIGNS: ReadonlyMap<string, string> = new Map([
  ['dollar', '$'],
  ['dollars', '$'],
  ['euro', '€'],
  ['euros', '€'],
  ['yen', '¥'],
  ['rupee', '₹'],
  ['rupees', '₹'],
  ['reais', 'R$'],
]);

function readUnit(atoms: readonly Atom[], at: number): Read<string> | undefined {
  const word = wordAt(atoms, at) ?? '';
  const sign = SIGNS.get(word);
  if (sign) return { value: sign, next: at + 1 };
  const american =
    word === 'us' || word === 'u.s' ? 1 : word === 'u' && wordAt(atoms, at + 1) === 's' ? 2 : 0;
  const isDollar = american > 0 && SIGNS.get(wordAt(atoms, at + american) ?? '') === '$';
  if (isDollar) return { value: 'US$', next: at + american + 1 };
  return word === 'pounds' && wordAt(atoms, at + 1) === 'sterling' ? { value: '£', next: at + 2 } : undefined;
}

/** "and fifty cents", "fifty cents": 1 to 99. */
function readCents(atoms: readonly Atom[], at: number, names: RegExp): Read<number> | undefined {
  const and = wordAt(atoms, at) === 'and' ? 1 : 0;
  const start = at + and;
  const cents = wordAt(atoms, start) === undefined ? undefined : readQuantity(atoms, start);
  if (!cents || cents.negative || cents.whole === undefined || cents.whole < 1 || cents.whole > 99)
    return undefined;
  return names.test(wordAt(atoms, cents.next) ?? '')
    ? { value: cents.whole, next: cents.next + 1 }
    : undefined;
}

function money(sign: string, quantity: Quantity, cents: number | undefined): string[] {
  const whole = quantity.whole === undefined ? quantity.number : grouped(quantity.whole, ',');
  const decimals = cents === undefined ? '' : `.${String(cents).padStart(2, '0')}`;
  const amount = `${quantity.negative ? '-' : ''}${sign}${whole}${decimals}`;
  return quantity.scale ? [amount, quantity.scale] : [amount];
}

const writeMoney = (atoms: readonly Atom[], quantity: Quantity) => {
  const { next, whole } = quantity;
  const unit = readUnit(atoms, next);
  if (unit) {
    const cents = whole === undefined ? undefined : readCents(atoms, unit.next, /^(?:cents?|centavos?)$/);
    return { words: money(unit.value, quantity, cents?.value), next: cents?.next ?? unit.next };
  }
  const word = wordAt(atoms, next);
  const pence =
    word === 'pounds' || word === 'pound' ? readCents(atoms, next + 1, /^(?:pence|penny)$/) : undefined;
  if (pence && whole !== undefined) return { words: money('£', quantity, pence.value), next: pence.next };
  const isCents = (word === 'cents' || word === 'cent') && whole !== undefined && whole >= 1 && whole < 100;
  if (!isCents) return undefined;
  const none = { ...quantity, whole: 0 };
  return { words: money('$', none, whole), next: next + 1 };
};

const DEGREES = /^degrees?$/;
const SCALES_OF_HEAT: ReadonlyMap<string, string> = new Map([
  ['celsius', '°C'],
  ['centigrade', '°C'],
  ['fahrenheit', '°F'],
]);

/** A quantity with its unit: money, percent, degrees. */
export const writeAmount: RewriteRule = (atoms, at) => {
  const quantity = readQuantity(atoms, at);
  if (!quantity) return undefined;
  const amount = writeMoney(atoms, quantity);
  if (amount) return amount;
  const { next, scale, number } = quantity;
  const signed = quantity.negative ? `-${number}` : number;
  const word = wordAt(atoms, next);
  if (scale === undefined && word === 'percent') return { words: [`${signed}%`], next: next + 1 };
  if (scale === undefined && word === 'per' && wordAt(atoms, next + 1) === 'cent') {
    return { words: [`${signed}%`], next: next + 2 };
  }
  const heat = DEGREES.test(word ?? '') ? SCALES_OF_HEAT.get(wordAt(atoms, next + 1) ?? '') : undefined;
  return heat ? { words: [signed + heat], next: next + 2 } : undefined;
};
