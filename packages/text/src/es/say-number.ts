import { fractionSayRule, rangeSayRule } from '../romance/say-fraction.ts';
import { linked, type SayRule, type Token } from '../say/token.ts';
import { isOne, parseNumber, sayQuantity, sayWhole } from '../say/written-number.ts';
import { agreementWith } from './agreement.ts';
import { SPANISH } from './lexicon.ts';
import { decimals, digits, run } from './numbers.ts';
import { ordinal } from './ordinals.ts';

const ORDINAL = /^(\d+)\.?([ºª°]|er)$/;
const POINT = /^(\d+)\.(\d{1,2}|\d{4,})$/;
const PARTS = [
  '',
  '',
  'medio',
  'tercio',
  'cuarto',
  'quinto',
  'sexto',
  'séptimo',
  'octavo',
  'noveno',
  'décimo',
];
const HOUR_AFTER = /^las?$/i;

const sayFraction = fractionSayRule(SPANISH, PARTS);
const sayRange = rangeSayRule(SPANISH);

/** "1.º" is "primero", "1.er" is "primer", "21.ª" is "vigésima primera". */
function sayOrdinal(core: string): string[] | undefined {
  const match = ORDINAL.exec(core);
  const words = match && ordinal(Number(match[1]), match[2] === 'ª');
  if (!words || match[2] !== 'er') return words ?? undefined;
  return [...words.slice(0, -1), words.at(-1)!.replace(/(primer|tercer)o$/, '$1')];
}

/** "a la 1", "las 21": an hour is feminine. */
function isHour(tokens: readonly Token[], at: number): boolean {
  return at > 0 && HOUR_AFTER.test(tokens[at - 1]!.core) && linked(tokens, at) !== undefined;
}

export const sayNumber: SayRule = (tokens, at) => {
  const { core } = tokens[at]!;
  if (/^n\.?[º°]$/i.test(core) && /^\d/.test(tokens[at + 1]?.core ?? ''))
    return { words: ['número'], used: 1 };
  if (!/\d/.test(core)) return undefined;
  const compound = sayFraction(tokens, at) ?? sayRange(tokens, at);
  if (compound) return compound;
  const ranked = sayOrdinal(core);
  if (ranked) return { words: ranked, used: 1 };
  const point = POINT.exec(core);
  if (point) return { words: [...sayWhole(point[1]!, SPANISH), 'punto', ...decimals(point[2]!)], used: 1 };
  const number = parseNumber(core, SPANISH.signs);
  if (!number) return undefined;
  const noun = linked(tokens, at + 1)?.core ?? '';
  const agreement = isHour(tokens, at) ? 'feminine' : agreementWith(noun, !isOne(number));
  const isQuantity = number.negative || number.grouped || number.decimals !== undefined;
  if (isQuantity) return { words: sayQuantity(number, SPANISH, agreement), used: 1 };
  const { whole } = number;
  return { words: whole.length > 15 ? digits(whole) : run(whole, agreement), used: 1 };
};
