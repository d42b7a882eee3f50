import { readAs, romanRule } from '../say/roman.ts';
import type { SayRule, Token } from '../say/token.ts';
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

/** Of these "I" is the first, unless a sentence goes on as after a pronoun. */
const DIVISIONS = new Set(['Act', 'Scene', 'Chapter', 'Volume', 'Vol', 'Part', 'Book', 'Appendix', 'Phase']);
/** What goes on behind a numeral: "Act I is", "Part I of". Third persons end in an s, but for those of the past. */
const ON = /^(?!was$|as$|this$|always$|perhaps$|sometimes$|[a-z]*ss$)(?:[a-z]+s|of)$/;

/** "I" is a pronoun, except after "World War" and in "Act I". */
export const sayRoman: SayRule = (tokens, at) => {
  const before = tokens[at - 1];
  if (tokens[at]!.core !== 'I' || tokens[at]!.lead !== '' || !before) return afterWord(tokens, at);
  const isFirstWar = before.core === 'War' && tokens[at - 2]?.core === 'World';
  const isNumeral = (isFirstWar && before.trail === '') || isFirstPart(tokens, at);
  return isNumeral ? { words: ['one'], used: 1 } : afterWord(tokens, at);
};

/** With a capital: in "in that act I was" it is a pronoun. */
function isFirstPart(tokens: readonly Token[], at: number): boolean {
  const { core, trail } = tokens[at - 1]!;
  if (!DIVISIONS.has(core) || (trail !== '' && !(core === 'Vol' && trail === '.'))) return false;
  const next = tokens[at + 1];
  return next === undefined || tokens[at]!.trail !== '' || (next.lead === '' && ON.test(next.core));
}
