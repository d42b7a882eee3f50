/** A way to write a number word in digits. */
export interface NumberSign {
  readonly digits: string;
  /** A ten whose unit must follow, as the 2 of 25. */
  readonly needsUnit?: true;
}

interface Words {
  readonly units: string;
  readonly teens?: string;
  readonly tens?: string;
  readonly others: Readonly<Record<string, string>>;
  /** Said between a ten and its unit, and not written in digits. */
  readonly between?: string;
}

const languages: Readonly<Record<string, Words>> = {
  en: {
    units: 'zero one two three four five six seven eight nine',
    teens: 'ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen',
    tens: 'twenty thirty forty fifty sixty seventy eighty ninety',
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
    units: 'zero um dois três quatro cinco seis sete oito nove',
    teens: 'dez onze doze treze quatorze quinze dezesseis dezessete dezoito dezenove',
    tens: 'vinte trinta quarenta cinquenta sessenta setenta oitenta noventa',
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
  // Beyond the units, 25 is as many words as it has characters: 二十五.
  zh: { units: '零 一 二 三 四 五 六 七 八 九', others: { 〇: '0', 两: '2', 幺: '1' } },
  ja: { units: '零 一 二 三 四 五 六 七 八 九', others: { 〇: '0' } },
};

const signs = new Map(Object.entries(languages).map(([code, words]) => [code, signsOf(words)]));

function signsOf({
  units,
  teens = '',
  tens = '',
  others,
}: Words): ReadonlyMap<string, readonly NumberSign[]> {
  const all = new Map<string, NumberSign[]>();
  for (const [n, word] of wordsIn(units)) all.set(word, [{ digits: `${n}` }]);
  for (const [n, word] of wordsIn(teens)) all.set(word, [{ digits: `${n + 10}` }]);
  for (const [n, word] of wordsIn(tens)) {
    all.set(word, [{ digits: `${n + 2}0` }, { digits: `${n + 2}`, needsUnit: true }]);
  }
  for (const [word, digits] of Object.entries(others)) all.set(word, [{ digits }]);
  return all;
}

function wordsIn(list: string): [number, string][] {
  return [
    ...list
      .split(' ')
      .filter((word) => word !== '')
      .entries(),
  ];
}

/** How a word of a grammar may be written in digits. */
export function numberSigns(word: string, language: string): readonly NumberSign[] {
  return signs.get(language)?.get(word) ?? [];
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
