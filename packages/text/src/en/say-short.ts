import { linked, type SayRule } from '../say/token.ts';
import { isOne, parseNumber, sayQuantity } from '../say/written-number.ts';
import { ENGLISH } from './lexicon.ts';

const SCALED = /^(-?[\d.,]*\d)(M|MM|mn|bn|B|T|tn)$/;
const SCALES: Readonly<Record<string, string>> = {
  M: 'million',
  MM: 'million',
  mn: 'million',
  bn: 'billion',
  B: 'billion',
  T: 'trillion',
  tn: 'trillion',
};

/** Words before the name of a place or a size: "gate 5M". */
const NAMED = new Set(
  'gate seat room row platform flat apartment apt bus track unit terminal bay exit aisle box suite hall size model form pier stand locker ward cell block'.split(
    ' ',
  ),
);

/** "1.5M" is "one point five million"; "3M" is a company, and "12B" a gate. */
export const sayScaled: SayRule = (tokens, at) => {
  const match = SCALED.exec(tokens[at]!.core);
  const number = match && parseNumber(match[1]!, ENGLISH.signs);
  if (!number) return undefined;
  const isNamed = NAMED.has(tokens[at - 1]?.core.toLowerCase() ?? '') && tokens[at - 1]!.trail === '';
  const isCode = /^[BT]$/.test(match[2]!) || match[0] === '3M' || (isNamed && match[2] === 'M');
  if (isCode && number.decimals === undefined) return undefined;
  return { words: [...sayQuantity(number, ENGLISH), SCALES[match[2]!]!], used: 1 };
};

/** "2 in. wide": with its full stop the word is a unit. */
export const sayInches: SayRule = (tokens, at) => {
  const next = linked(tokens, at + 1);
  if (next?.core !== 'in' || !next.trail.startsWith('.')) return undefined;
  const number = parseNumber(tokens[at]!.core, ENGLISH.signs);
  return number && { words: [...sayQuantity(number, ENGLISH), isOne(number) ? 'inch' : 'inches'], used: 2 };
};
