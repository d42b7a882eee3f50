import { SMALL as ENGLISH, TENS as ENGLISH_TENS } from './en/numbers.ts';
import { SMALL as SPANISH, TENS as SPANISH_TENS } from './es/numbers.ts';
import { spokenNumber } from './numbers.ts';
import { SMALL as PORTUGUESE, TENS as PORTUGUESE_TENS } from './pt/numbers.ts';

/** A way to write a number word in digits. */
export interface NumberSign {
  readonly digits: string;
  /** A ten whose unit must follow, as the 2 of 25. */
  readonly needsUnit?: true;
}

interface Words {
  /** From zero on. */
  readonly small: readonly string[];
  /** Those that a unit may follow; the place of each is its value by ten. */
  readonly tens?: readonly string[];
  readonly others: Readonly<Record<string, string>>;
  /** Said between a ten and its unit, and not written in digits. */
  readonly between?: string;
}

const HAN = '零 一 二 三 四 五 六 七 八 九'.split(' ');

const languages: Readonly<Record<string, Words>> = {
  en: {
    small: ENGLISH,
    tens: ENGLISH_TENS,
    others: {
      oh: '0',
      o: '0',
      first: '1st',
      second: '2nd',
      third: '3rd',
      fourth: '4th',
      fifth: '5th',
      sixth: '6th',
      seventh: '7th',
      eighth: '8th',
      ninth: '9th',
      tenth: '10th',
      eleventh: '11th',
      twelfth: '12th',
      thirteenth: '13th',
      fourteenth: '14th',
      fifteenth: '15th',
      sixteenth: '16th',
      seventeenth: '17th',
      eighteenth: '18th',
      nineteenth: '19th',
      twentieth: '20th',
      thirtieth: '30th',
    },
  },
  pt: {
    small: PORTUGUESE,
    tens: PORTUGUESE_TENS,
    others: {
      uma: '1',
      duas: '2',
      meia: '6',
      catorze: '14',
      dezasseis: '16',
      dezassete: '17',
      dezanove: '19',
    },
    between: 'e',
  },
  // Twenty to twenty nine are one word each.
  es: {
    small: SPANISH,
    tens: SPANISH_TENS.with(2, ''),
    others: { un: '1', una: '1', veintiún: '21', veintiuna: '21' },
    between: 'y',
  },
  // Beyond the units, 25 is as many words as it has characters: 二十五.
  zh: { small: HAN, others: { 〇: '0', 两: '2', 幺: '1' } },
  ja: { small: HAN, others: { 〇: '0' } },
};

const signs = new Map(Object.entries(languages).map(([code, words]) => [code, signsOf(words)]));

function signsOf({ small, tens = [], others }: Words): ReadonlyMap<string, readonly NumberSign[]> {
  const all = new Map<string, NumberSign[]>();
  for (const [n, word] of small.entries()) all.set(word, [{ digits: `${n}` }]);
  for (const [n, word] of tens.entries()) {
    if (word !== '') all.set(word, [{ digits: `${n}0` }, { digits: `${n}`, needsUnit: true }]);
  }
  for (const [word, digits] of Object.entries(others)) all.set(word, [{ digits }]);
  return all;
}

/** How a word of a grammar may be written in digits. */
export function numberSigns(word: string, language: string): readonly NumberSign[] {
  return signs.get(language)?.get(word) ?? [];
}

/** Whether a word is a number or a part of one, such as "hundred". */
export function isNumberWord(word: string, language: string): boolean {
  return (
    numberSigns(word, language).length > 0 ||
    (spokenNumber(100, language) ?? []).concat(spokenNumber(1000, language) ?? []).includes(word)
  );
}

/** The word between a ten and its unit, where the language has one. */
export function wordBetween(language: string): string | undefined {
  return languages[language]?.between;
}

const ROUND = /^[2-9]0$/;
const UNIT = /^[1-9]\D*$/;

/** Whether digits can stand for the unit behind a ten: 5 or 5th, but not 0 or 15. */
export function isUnit(digits: string): boolean {
  return UNIT.test(digits);
}

/** Whether digits are a ten that has no unit. */
export function isRound(digits: string): boolean {
  return ROUND.test(digits);
}
