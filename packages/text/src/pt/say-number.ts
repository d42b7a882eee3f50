import { linked, type SayRule, type Token } from '../say/token.ts';
import { isOne, parseNumber, sayQuantity, sayWhole } from '../say/written-number.ts';
import { isFeminine } from './gender.ts';
import { PORTUGUESE } from './lexicon.ts';
import { cardinal, decimals, digits, run } from './numbers.ts';
import { ordinal } from './ordinals.ts';

const ORDINAL = /^(\d+)(?:\.?([ºª])|[°])$/;
const FRACTION = /^(\d{1,2})\/(\d{1,3})$/;
const RANGE = /^(\d{1,4})-(\d{1,4})(%?)$/;
const POINT = /^(\d+)\.(\d{1,2}|\d{4,})$/;
const PARTS = ['', '', 'meio', 'terço', 'quarto', 'quinto', 'sexto', 'sétimo', 'oitavo', 'nono', 'décimo'];

const sayFraction: SayRule = (tokens, at) => {
  const match = FRACTION.exec(tokens[at]!.core);
  if (!match) return undefined;
  const [part, whole] = [Number(match[1]), Number(match[2])];
  const name = part < whole && part > 0 ? PARTS[whole] : undefined;
  if (name) return { words: [...cardinal(part), part === 1 ? name : `${name}s`], used: 1 };
  return { words: [...run(match[1]!), ...run(match[2]!)], used: 1 };
};

/** "10-15" is "dez a quinze"; a score or a code that falls has no "a". */
const sayRange: SayRule = (tokens, at) => {
  const match = RANGE.exec(tokens[at]!.core);
  if (!match) return undefined;
  const rising = Number(match[1]) < Number(match[2]);
  const percent = match[3] ? ['por', 'cento'] : [];
  return { words: [...run(match[1]!), ...(rising ? ['a'] : []), ...run(match[2]!), ...percent], used: 1 };
};

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
