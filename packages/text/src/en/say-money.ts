import { linked, type SayRule } from '../say/token.ts';
import { isOne, parseNumber, sayQuantity, type WrittenNumber } from '../say/written-number.ts';
import { ENGLISH } from './lexicon.ts';
import { cardinal } from './numbers.ts';

/** Names of a currency and of its hundredth, one and many. */
type Names = readonly [one: string, many: string, cent: string, cents: string];

const SIGNS: Readonly<Record<string, Names>> = {
  $: ['dollar', 'dollars', 'cent', 'cents'],
  US$: ['u s dollar', 'u s dollars', 'cent', 'cents'],
  C$: ['canadian dollar', 'canadian dollars', 'cent', 'cents'],
  CA$: ['canadian dollar', 'canadian dollars', 'cent', 'cents'],
  A$: ['australian dollar', 'australian dollars', 'cent', 'cents'],
  '€': ['euro', 'euros', 'cent', 'cents'],
  '£': ['pound', 'pounds', 'penny', 'pence'],
  '¥': ['yen', 'yen', 'sen', 'sen'],
  '₹': ['rupee', 'rupees', 'paisa', 'paise'],
  R$: ['real', 'reais', 'centavo', 'centavos'],
};
const SCALE_LETTERS: Readonly<Record<string, string>> = {
  k: 'thousand',
  m: 'million',
  mm: 'million',
  mn: 'million',
  b: 'billion',
  bn: 'billion',
  t: 'trillion',
  tn: 'trillion',
};
const SIGN = '(US\\$|CA\\$|C\\$|A\\$|R\\$|\\$|€|£|¥|₹)';
const SIGN_FIRST = new RegExp(`^(-?)${SIGN}(-?[\\d.,]+)(k|mm?|mn|bn?|tn?)?$`, 'i');
const SIGN_LAST = new RegExp(`^(-?[\\d.,]+)(k|mm?|mn|bn?|tn?)?${SIGN}$`, 'i');
const LONE_SIGN = new RegExp(`^${SIGN}$`);
const SCALE_WORD = /^(?:hundred|thousand|million|billion|trillion)$/i;

function amount(number: WrittenNumber, names: Names, scale: string | undefined): string[] {
  const [one, many, cent, cents] = names;
  if (scale || number.decimals?.length !== 2) {
    const unit = !scale && isOne(number) ? one : many;
    return [...sayQuantity(number, ENGLISH), ...(scale ? [scale] : []), ...unit.split(' ')];
  }
  const whole = { ...number, decimals: undefined, whole: number.whole || '0' };
  const hundredths = Number(number.decimals);
  const small = [...cardinal(hundredths), hundredths === 1 ? cent : cents];
  const isZero = Number(whole.whole) === 0;
  if (isZero && hundredths > 0) return number.negative ? ['minus', ...small] : small;
  const large = [...sayQuantity(whole, ENGLISH), ...(isOne(whole) ? one : many).split(' ')];
  return hundredths === 0 ? large : [...large, 'and', ...small];
}

/** "$25.50", "-$5", "5€", "$1.5 million", "R$ 20": the unit is said after the number. */
export const sayMoney: SayRule = (tokens, at) => {
  let { core } = tokens[at]!;
  let used = 1;
  if (LONE_SIGN.test(core) && /^\d/.test(linked(tokens, at + 1)?.core ?? '')) {
    core += tokens[at + 1]!.core;
    used = 2;
  }
  if (/^[\d.]+¢$/.test(core)) {
    const number = parseNumber(core.slice(0, -1), ENGLISH.signs);
    return number && { words: [...sayQuantity(number, ENGLISH), isOne(number) ? 'cent' : 'cents'], used };
  }
  const first = SIGN_FIRST.exec(core);
  const last = first ? null : SIGN_LAST.exec(core);
  if (!first && !last) return undefined;
  const sign = (first?.[2] ?? last![3]!).toUpperCase();
  const number = parseNumber(first ? first[1]! + first[3]! : last![1]!, ENGLISH.signs);
  if (!number) return undefined;
  let scale: string | undefined = SCALE_LETTERS[(first?.[4] ?? last?.[2] ?? '').toLowerCase()];
  const next = linked(tokens, at + used);
  if (!scale && next && SCALE_WORD.test(next.core)) {
    scale = next.core.toLowerCase();
    used++;
  }
  return { words: amount(number, SIGNS[sign]!, scale), used };
};
