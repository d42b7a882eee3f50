import type { Agreement } from '../say/agreement.ts';
import { linked, type SayRule } from '../say/token.ts';
import { isOne, parseNumber, sayQuantity, type WrittenNumber } from '../say/written-number.ts';
import { PORTUGUESE } from './lexicon.ts';
import { cardinal } from './numbers.ts';

interface Names {
  one: string;
  many: string;
  agreement?: Agreement;
}

const SIGNS: Readonly<Record<string, Names>> = {
  R$: { one: 'real', many: 'reais' },
  US$: { one: 'dólar', many: 'dólares' },
  U$: { one: 'dólar', many: 'dólares' },
  $: { one: 'dólar', many: 'dólares' },
  '€': { one: 'euro', many: 'euros' },
  '£': { one: 'libra', many: 'libras', agreement: 'feminine' },
  '¥': { one: 'iene', many: 'ienes' },
  '₹': { one: 'rupia', many: 'rupias', agreement: 'feminine' },
};
const SIGN = '(US\\$|U\\$|R\\$|\\$|€|£|¥|₹)';
const SIGN_FIRST = new RegExp(`^(-?)${SIGN}(-?[\\d.,]+)$`, 'i');
const SIGN_LAST = new RegExp(`^(-?[\\d.,]+)${SIGN}$`, 'i');
const LONE_SIGN = new RegExp(`^-?${SIGN}$`, 'i');
const MILLIONS = /^(?:milhão|milhões|bilhão|bilhões|trilhão|trilhões)$/i;

function amount(number: WrittenNumber, names: Names): string[] {
  const unit = isOne(number) ? names.one : names.many;
  if (number.decimals?.length !== 2)
    return [...sayQuantity(number, PORTUGUESE, names.agreement), ...ofUnit(number, unit)];
  const whole = { ...number, decimals: undefined, whole: number.whole || '0' };
  const hundredths = Number(number.decimals);
  const cents = [...cardinal(hundredths), hundredths === 1 ? 'centavo' : 'centavos'];
  if (Number(whole.whole) === 0 && hundredths > 0) return number.negative ? ['menos', ...cents] : cents;
  const large = [
    ...sayQuantity(whole, PORTUGUESE, names.agreement),
    ...ofUnit(whole, isOne(whole) ? names.one : names.many),
  ];
  return hundredths === 0 ? large : [...large, 'e', ...cents];
}

/** "um milhão de reais": after a round million the unit takes "de". */
function ofUnit(number: WrittenNumber, unit: string): string[] {
  return number.decimals === undefined && /^[1-9]\d*0{6}$/.test(number.whole) ? ['de', unit] : [unit];
}

/** "R$ 25,50", "R$25", "5€", "R$ 1,5 milhão". A point that groups no thousands stands for the comma: "R$ 18.50". */
export const sayMoney: SayRule = (tokens, at) => {
  let { core } = tokens[at]!;
  let used = 1;
  if (LONE_SIGN.test(core) && /^-?\d/.test(linked(tokens, at + 1)?.core ?? '')) {
    core += tokens[at + 1]!.core;
    used = 2;
  }
  const first = SIGN_FIRST.exec(core);
  const last = first ? null : SIGN_LAST.exec(core);
  if (!first && !last) return undefined;
  const names = SIGNS[(first?.[2] ?? last![2]!).toUpperCase()]!;
  const text = (first ? first[1]! + first[3]! : last![1]!).replace(/^(-?\d+)\.(\d\d?)$/, '$1,$2');
  const number = parseNumber(text, PORTUGUESE.signs);
  if (!number) return undefined;
  const next = linked(tokens, at + used)?.core.toLowerCase() ?? '';
  if (MILLIONS.test(next)) {
    return { words: [...sayQuantity(number, PORTUGUESE), next, 'de', names.many], used: used + 1 };
  }
  if (next === 'mil')
    return { words: [...sayQuantity(number, PORTUGUESE), 'mil', names.many], used: used + 1 };
  return { words: amount(number, names), used };
};
