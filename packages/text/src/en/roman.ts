import { readAs, romanRule } from '../say/roman.ts';
import type { SayRule } from '../say/token.ts';
import { cardinal, ordinal } from './numbers.ts';

const RULERS =
  'henry edward george william richard john james charles mary elizabeth louis philip francis frederick napoleon nicholas alexander catherine peter ivan paul pius leo gregory benedict innocent urban clement julius sixtus boniface celestine adrian ferdinand alfonso leopold albert gustav christian haakon harald olaf carl karl wilhelm otto ramses ramesses ptolemy cleopatra darius xerxes mehmed murad selim suleiman margaret isabella constantine theodosius justinian victor emmanuel abdullah hassan mohammed stephen juan felipe pedro';
const COUNTED =
  'chapter volume vol part act book phase type class level stage section article appendix table figure grade title step tier mark war episode scene annex schedule group category factor';

const afterWord = romanRule({
  counted: new Set(COUNTED.split(' ')),
  rulers: new Map(readAs(RULERS.split(' '), (value) => ['the', ...ordinal(value)])),
  cardinal: (value) => cardinal(value),
  oneLetter: false,
});

/** "I" is a pronoun, except after "World War". */
export const sayRoman: SayRule = (tokens, at) => {
  const isFirstWar =
    tokens[at]!.core === 'I' && tokens[at - 1]?.core === 'War' && tokens[at - 2]?.core === 'World';
  return isFirstWar && tokens[at - 1]!.trail === '' ? { words: ['one'], used: 1 } : afterWord(tokens, at);
};
