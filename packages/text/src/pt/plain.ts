import { abbreviationRule, initialsRule } from '../say/letters.ts';
import { phoneRule } from '../say/phone.ts';
import { sayWords } from '../say/say-tokens.ts';
import type { SayRule } from '../say/token.ts';
import { unitRule } from '../say/units.ts';
import { webRule } from '../say/web.ts';
import type { TextWord } from '../text-word.ts';
import { PORTUGUESE } from './lexicon.ts';
import { sayRoman } from './roman.ts';
import { sayDate } from './say-date.ts';
import { sayMoney } from './say-money.ts';
import { sayNumber } from './say-number.ts';
import { sayTime } from './say-time.ts';
import { UNITS } from './units.ts';

const RULES: readonly SayRule[] = [
  sayRoman,
  sayDate,
  phoneRule(PORTUGUESE),
  sayTime,
  sayMoney,
  unitRule(UNITS, PORTUGUESE),
  sayNumber,
  webRule(PORTUGUESE),
  initialsRule,
  abbreviationRule(PORTUGUESE),
];

export function plainPortuguese(words: readonly string[]): TextWord[] {
  return sayWords(words, RULES, PORTUGUESE);
}
