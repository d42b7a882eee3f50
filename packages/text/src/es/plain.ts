import { titleRule } from '../romance/say-title.ts';
import { abbreviationRule, initialsRule } from '../say/letters.ts';
import { numberedRule } from '../say/numbered.ts';
import { phoneRule } from '../say/phone.ts';
import { sayWords } from '../say/say-tokens.ts';
import type { SayRule } from '../say/token.ts';
import { unitRule } from '../say/units.ts';
import { webRule } from '../say/web.ts';
import type { TextWord } from '../text-word.ts';
import { sayDoubled } from './doubled-initials.ts';
import { SPANISH } from './lexicon.ts';
import { KINGS, QUEENS, sayRoman } from './roman.ts';
import { sayDate } from './say-date.ts';
import { sayMoney } from './say-money.ts';
import { sayNumber } from './say-number.ts';
import { sayTime } from './say-time.ts';
import { UNITS } from './units.ts';

const NUMBERED = {
  art: 'artículo',
  arts: 'artículos',
  cap: 'capítulo',
  vol: 'volumen',
  fig: 'figura',
  p: 'página',
  pp: 'páginas',
  apto: 'apartamento',
  depto: 'departamento',
};
/** First names of women that do not end in a. */
const WOMEN = new Set([
  ...QUEENS,
  ...'beatriz leonor inés carmen raquel ester ruth mercedes dolores pilar'.split(' '),
]);

const RULES: readonly SayRule[] = [
  sayRoman,
  sayDoubled,
  sayDate,
  phoneRule(SPANISH),
  sayTime,
  sayMoney,
  unitRule(UNITS, SPANISH),
  sayNumber,
  webRule(SPANISH),
  titleRule({ masculine: 'don', feminine: 'doña', men: KINGS, women: WOMEN }),
  initialsRule,
  numberedRule(NUMBERED),
  abbreviationRule(SPANISH),
];

export function plainSpanish(words: readonly string[]): TextWord[] {
  return sayWords(words, RULES, SPANISH);
}
