import { linked, type SayRule } from '../say/token.ts';
import { parseNumber, sayQuantity } from '../say/written-number.ts';
import { ENGLISH } from './lexicon.ts';
import { cardinal, digits, ordinal, ordinalWord, run, TENS, year } from './numbers.ts';

const ORDINAL = /^(\d{1,3}(?:,\d{3})*|\d+)(?:st|nd|rd|th)$/i;
const DECADE = /^(\d\d|(?:1[1-9]|20)\d)0'?s$/;
const FRACTION = /^(\d{1,2})\/(\d{1,3})$/;
const RANGE = /^(\d{1,4}|\d{1,3}(?:,\d{3})+)-(\d{1,4}|\d{1,3}(?:,\d{3})+)(%?)$/;
const NUMBERED = /^(?:no|nos)$/i;

function fraction(part: number, whole: number): string[] | undefined {
  if (part >= whole || whole < 2 || whole > 10) return undefined;
  if (whole === 2) return [...cardinal(part), 'half'];
  const name = whole === 4 ? 'quarter' : ordinalWord(cardinal(whole)[0]!);
  return [...cardinal(part), part === 1 ? name : `${name}s`];
}

/** "1/2", "5 1/2", and other pairs with a stroke ("24/7") without it. */
const sayFraction: SayRule = (tokens, at) => {
  const { core } = tokens[at]!;
  const next = /^\d+$/.test(core) ? FRACTION.exec(linked(tokens, at + 1)?.core ?? '') : null;
  const match = next ?? FRACTION.exec(core);
  if (!match) return undefined;
  const said = fraction(Number(match[1]), Number(match[2]));
  if (!next) return { words: said ?? [...run(match[1]!), ...run(match[2]!)], used: 1 };
  if (!said) return undefined;
  const part = said[1] === 'half' ? ['a', 'half'] : said;
  return { words: [...run(core), 'and', ...part], used: 2 };
};

function decade(tens: string): string[] {
  const value = Number(tens) * 10;
  const said = value < 100 ? [TENS[value / 10] || cardinal(value)[0]!] : year(value);
  const last = said.pop()!;
  return [...said, last.endsWith('y') ? `${last.slice(0, -1)}ies` : `${last}s`];
}

/** "10-15" is "ten to fifteen"; a score or a code that falls has no "to". */
const sayRange: SayRule = (tokens, at) => {
  const match = RANGE.exec(tokens[at]!.core);
  if (!match) return undefined;
  const [low, high] = [match[1]!, match[2]!];
  const rising = Number(low.replaceAll(',', '')) < Number(high.replaceAll(',', ''));
  const say = (text: string) => (text.includes(',') ? cardinal(Number(text.replaceAll(',', ''))) : run(text));
  const percent = match[3] ? ['percent'] : [];
  return { words: [...say(low), ...(rising ? ['to'] : []), ...say(high), ...percent], used: 1 };
};

export const sayNumber: SayRule = (tokens, at) => {
  const { core, trail } = tokens[at]!;
  if (NUMBERED.test(core) && /^\.?$/.test(trail)) {
    const isNumbered = /^\d/.test(tokens[at + 1]?.core ?? '') && (trail === '.' || /^N/.test(core));
    return isNumbered ? { words: [core.length > 2 ? 'numbers' : 'number'], used: 1 } : undefined;
  }
  if (!/\d/.test(core)) return undefined;
  const compound = sayFraction(tokens, at) ?? sayRange(tokens, at);
  if (compound) return compound;
  const ranked = ORDINAL.exec(core)?.[1]?.replaceAll(',', '');
  if (ranked && ranked.length <= 15) return { words: ordinal(Number(ranked)), used: 1 };
  const tens = /s$/.test(core) ? DECADE.exec(core.length <= 4 ? `0${core}` : core)?.[1] : undefined;
  if (tens) return { words: decade(tens), used: 1 };
  const number = parseNumber(core, ENGLISH.signs);
  if (!number) return undefined;
  if (number.negative || number.grouped || number.decimals !== undefined) {
    return { words: sayQuantity(number, ENGLISH), used: 1 };
  }
  // "FLAT NO 207" reads a number; what follows digits that were spelled is spelled by the rule for telephones.
  return { words: number.whole.length > 15 ? digits(number.whole) : run(number.whole), used: 1 };
};
