import { abbreviationRule, initialsRule } from '../say/letters.ts';
import { numberedRule } from '../say/numbered.ts';
import { phoneRule } from '../say/phone.ts';
import { sayWords } from '../say/say-tokens.ts';
import type { SayRule } from '../say/token.ts';
import { unitRule } from '../say/units.ts';
import { webRule } from '../say/web.ts';
import type { TextWord } from '../text-word.ts';
import { ENGLISH } from './lexicon.ts';
import { sayRoman } from './roman.ts';
import { sayDate } from './say-date.ts';
import { sayMoney } from './say-money.ts';
import { sayNumber } from './say-number.ts';
import { sayInches, sayScaled } from './say-short.ts';
import { sayTime } from './say-time.ts';
import { UNITS } from './units.ts';

/** "St. Louis" is a saint, "Main St." a street. */
const saintOrStreet: SayRule = (tokens, at) => {
  const { core, trail } = tokens[at]!;
  if (core !== 'St' || !trail.startsWith('.')) return undefined;
  const isName = trail === '.' && /^\p{Lu}/u.test(tokens[at + 1]?.core ?? '');
  return { words: [isName ? 'saint' : 'street'], used: 1 };
};

const NUMBERED = {
  apt: 'apartment',
  tel: 'telephone',
  fig: 'figure',
  vol: 'volume',
  ch: 'chapter',
  sec: 'section',
  p: 'page',
  pp: 'pages',
  art: 'article',
  ext: 'extension',
  ste: 'suite',
  rm: 'room',
};

const RULES: readonly SayRule[] = [
  sayRoman,
  sayDate,
  phoneRule(ENGLISH),
  sayTime,
  sayMoney,
  sayInches,
  sayScaled,
  unitRule(UNITS, ENGLISH),
  sayNumber,
  webRule(ENGLISH),
  initialsRule,
  saintOrStreet,
  numberedRule(NUMBERED),
  abbreviationRule(ENGLISH),
];

export function plainEnglish(words: readonly string[]): TextWord[] {
  return sayWords(words, RULES, ENGLISH);
}
