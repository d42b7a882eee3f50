import { fractionSayRule, rangeSayRule } from '../romance/say-fraction.ts';
import { linked, type SayRule, type Token } from '../say/token.ts';
import { isOne, parseNumber, sayQuantity, sayWhole } from '../say/written-number.ts';
import { isFeminine } from './gender.ts';
import { PORTUGUESE } from './lexicon.ts';
import { cardinal, decimals, digits, run } from './numbers.ts';
import { ordinal } from './ordinals.ts';

const ORDINAL = /^(\d+)(?:\.?([ºª])|[°])$/;
const POINT = /^(\d+)\.(\d{1,2}|\d{4,})$/;
const PARTS = ['', '', 'meio', 'terço', 'quarto', 'quinto', 'sexto', 'sétimo', 'oitavo', 'nono', 'décimo'];

const sayFraction = fractionSayRule(PORTUGUESE, PARTS);
const sayRange = rangeSayRule(PORTUGUESE);

/** "às 2", "das 2 às 4": an hour is feminine. */
function isHour(tokens: readonly Token[], at: number): boolean {
  return at > 0 && /^(?:às|à|das|pelas)$/i.test(tokens[at - 1]!.core) && linked(tokens, at) !== undefined;
}

export const sayNumber: SayRule = (tokens, at) => {
  const { core } = tokens[at]!;
  if (/^n(?:\.?[º°o]|o\.?)$/i.test(core) && /^\d/.test(tokens[at + 1]?.core ?? '') && !/^no$/.test(core)) {
    return { words: ['número'], used: 1 };
  }
  if (!/\d/.test(core)) return undefined;
  const compound = sayFraction(tokens, at) ?? sayRange(tokens, at);
  if (compound) return compound;
  const ranked = ORDINAL.exec(core);
  const words = ranked && ordinal(Number(ranked[1]), ranked[2] === 'ª');
  if (words) return { words, used: 1 };
  const point = POINT.exec(core);
  if (point) return { words: [...sayWhole(point[1]!, PORTUGUESE), 'ponto', ...decimals(point[2]!)], used: 1 };
  const number = parseNumber(core, PORTUGUESE.signs);
  if (!number) return undefined;
  const feminine = isHour(tokens, at) || isFeminine(linked(tokens, at + 1)?.core ?? '', !isOne(number));
  const isQuantity = number.negative || number.grouped || number.decimals !== undefined;
  if (isQuantity)
    return { words: sayQuantity(number, PORTUGUESE, feminine ? 'feminine' : undefined), used: 1 };
  const { whole } = number;
  if (feminine && whole.length <= 4 && !/^0\d/.test(whole))
    return { words: cardinal(Number(whole), true), used: 1 };
  return { words: whole.length > 15 ? digits(whole) : run(whole), used: 1 };
};
