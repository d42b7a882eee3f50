import { titleRule } from '../romance/say-title.ts';
import { abbreviationRule, initialsRule } from '../say/letters.ts';
import { numberedRule } from '../say/numbered.ts';
import { phoneRule } from '../say/phone.ts';
import { sayWords } from '../say/say-tokens.ts';
import type { SayRule } from '../say/token.ts';
import { unitRule } from '../say/units.ts';
import { webRule } from '../say/web.ts';
import type { TextWord } from '../text-word.ts';
import { PORTUGUESE } from './lexicon.ts';
import { KINGS, QUEENS, sayRoman } from './roman.ts';
import { sayDate } from './say-date.ts';
import { sayMoney } from './say-money.ts';
import { sayNumber } from './say-number.ts';
import { sayTime } from './say-time.ts';
import { UNITS } from './units.ts';

const NUMBERED = {
  art: 'artigo',
  arts: 'artigos',
  cap: 'capítulo',
  vol: 'volume',
  fig: 'figura',
  p: 'página',
  pp: 'páginas',
  inc: 'inciso',
  apto: 'apartamento',
  ap: 'apartamento',
  séc: 'século',
};
/** First names of women that do not end in a. */
const WOMEN = new Set([...QUEENS, ...'beatriz leonor inês carmem carmen raquel ester ruth dulce'.split(' ')]);

const RULES: readonly SayRule[] = [
  sayRoman,
  sayDate,
  phoneRule(PORTUGUESE),
  sayTime,
  sayMoney,
  unitRule(UNITS, PORTUGUESE),
  sayNumber,
  webRule(PORTUGUESE),
  titleRule({ masculine: 'dom', feminine: 'dona', men: KINGS, women: WOMEN }),
  initialsRule,
  numberedRule(NUMBERED),
  abbreviationRule(PORTUGUESE),
];

export function plainPortuguese(words: readonly string[]): TextWord[] {
  return sayWords(words, RULES, PORTUGUESE);
}
