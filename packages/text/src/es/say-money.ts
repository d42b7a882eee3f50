import type { Agreement } from '../say/agreement.ts';
import { linked, type SayRule, type Token } from '../say/token.ts';
import { isOne, parseNumber, sayQuantity, type WrittenNumber } from '../say/written-number.ts';
import { SPANISH } from './lexicon.ts';
import { cardinal } from './numbers.ts';

interface Names {
  one: string;
  many: string;
  cent: string;
  agreement: Agreement;
}

const DOLLAR: Names = { one: 'dólar', many: 'dólares', cent: 'centavo', agreement: 'masculine' };
const SIGNS: Readonly<Record<string, Names>> = {
  US$: DOLLAR,
  U$: DOLLAR,
  $: DOLLAR,
  R$: { one: 'real', many: 'reales', cent: 'centavo', agreement: 'masculine' },
  '€': { one: 'euro', many: 'euros', cent: 'céntimo', agreement: 'masculine' },
  '£': { one: 'libra', many: 'libras', cent: 'penique', agreement: 'feminine' },
  '¥': { one: 'yen', many: 'yenes', cent: 'sen', agreement: 'masculine' },
  '₹': { one: 'rupia', many: 'rupias', cent: 'paisa', agreement: 'feminine' },
};
const SIGN = '(US\\$|U\\$|R\\$|\\$|€|£|¥|₹)';
const SIGN_FIRST = new RegExp(`^(-?)${SIGN}(-?[\\d.,]+)$`, 'i');
const SIGN_LAST = new RegExp(`^(-?[\\d.,]+)${SIGN}$`, 'i');
const LONE_SIGN = new RegExp(`^-?${SIGN}$`, 'i');
const FIGURES = /^-?[\d.,]*\d$/;
const MILLIONS = /^(?:millón|millones|billón|billones)$/i;

function amount(number: WrittenNumber, names: Names): string[] {
  const unit = isOne(number) ? names.one : names.many;
  if (number.decimals?.length !== 2)
    return [...sayQuantity(number, SPANISH, names.agreement), ...ofUnit(number, unit)];
  const whole = { ...number, decimals: undefined, whole: number.whole || '0' };
  const hundredths = Number(number.decimals);
  const cents = [...cardinal(hundredths, 'masculine'), hundredths === 1 ? names.cent : `${names.cent}s`];
  if (Number(whole.whole) === 0 && hundredths > 0) return number.negative ? ['menos', ...cents] : cents;
  const large = [
    ...sayQuantity(whole, SPANISH, names.agreement),
    ...ofUnit(whole, isOne(whole) ? names.one : names.many),
  ];
  return hundredths === 0 ? large : [...large, 'con', ...cents];
}

/** "un millón de euros": after a round million the unit takes "de". */
function ofUnit(number: WrittenNumber, unit: string): string[] {
  return number.decimals === undefined && /^[1-9]\d*0{6}$/.test(number.whole) ? ['de', unit] : [unit];
}

/** The number and its sign as one text: "$ 5" and "5 €" are two tokens. */
function withSign(tokens: readonly Token[], at: number): { core: string; used: number } {
  const { core } = tokens[at]!;
  const next = linked(tokens, at + 1)?.core ?? '';
  const isPair = LONE_SIGN.test(core) ? /^-?\d/.test(next) : FIGURES.test(core) && LONE_SIGN.test(next);
  return isPair ? { core: core + next, used: 2 } : { core, used: 1 };
}

/** "25,50 €", "5€", "$25", "US$ 1,5 millones". A point that groups no thousands stands for the comma: "$18.50". */
export const sayMoney: SayRule = (tokens, at) => {
  const { core, used } = withSign(tokens, at);
  const first = SIGN_FIRST.exec(core);
  const last = first ? null : SIGN_LAST.exec(core);
  if (!first && !last) return undefined;
  const names = SIGNS[(first?.[2] ?? last![2]!).toUpperCase()]!;
  const text = (first ? first[1]! + first[3]! : last![1]!).replace(/^(-?\d+)\.(\d\d?)$/, '$1,$2');
  const number = parseNumber(text, SPANISH.signs);
  if (!number) return undefined;
  const next = first ? (linked(tokens, at + used)?.core.toLowerCase() ?? '') : '';
  if (MILLIONS.test(next)) {
    return { words: [...sayQuantity(number, SPANISH, 'masculine'), next, 'de', names.many], used: used + 1 };
  }
  if (next === 'mil') return { words: [...sayQuantity(number, SPANISH), 'mil', names.many], used: used + 1 };
  return { words: amount(number, names), used };
};
