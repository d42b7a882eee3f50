import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { plainText, type TextWord, textOf, writtenText } from './index.ts';

const LANGUAGES = ['en', 'en-US', 'pt', 'pt-BR', 'es', 'es-MX', 'fr', 'tr', 'ja', 'auto', ''] as const;
const language = fc.constantFrom(...LANGUAGES);

// Pieces that recognisers emit and that rules look at, so that random texts reach the rules and their borders.
const FRAGMENTS = `
  the of and a m at to past half quarter oh o point minus double in is one two five nine ten twelve
  nineteen twenty forty Twenty-five fifty-fifty hundred thousand million two-year-old third twenty-first
  tenth second seconds thirds eighties dollars cents euros u s percent per cent degrees celsius March may
  June o'clock hours minutes pounds pence reais real um uma duas três meia meio dez quatorze vinte trinta
  cem cento duzentos mil milhão milhões e de dia março às as para da tarde noite horas hora minutos
  uno una dos quince veinte veintiuna treinta cien ciento mil millón millones y coma punto en a las la son menos cuarto
  para tarde horas minutos euros céntimos dólares ciento tercios primero tercer 1er 21.º 25,50 € 5 km 1000
  vírgula ponto por zero menos centavos dólares graus primeiro décimo vigésima terços quartos meio-dia 5
  25 007 1984 3227 90210 1,234 1.234,5 3.14 3,14 -5 .5 5½ ½ ² $5 $25.50 R$ R$25 US$5 $1.5 5€ 50¢ 5% % 25°C
  °C 5km km m h 14h30 10:30 10:00 10:30:15 5pm a.m. AM 3rd 1º 2ª 1980s 80's 1/2 3/14/2021 2021-03-14 25/12
  10-15 555-1234 (415) +55 0800 123.456.789-09 B2B C++ AT&T U.S.A. NASA don't Mr. Sr. No. nº #5 #tag
  a@b.com www.x.org/a well-known "Hello," — ... ? ¿Qué I’m Ｆ５ ٣ １２ João ção İ Σ ς
`
  .trim()
  .split(/\s+/);
const SIGNS = ['', '', '', '', ',', '.', '-', '!', '"', ')', ':', ';'];

const fragment = fc
  .tuple(fc.constantFrom(...FRAGMENTS), fc.constantFrom(...SIGNS))
  .map(([text, sign]) => text + sign);
const glued = fc.tuple(fragment, fragment).map(([left, right]) => left + right);
const anything = fc.string({ unit: 'binary', maxLength: 8 }).map((text) => text.replace(/\s/gu, ''));
const word = fc.oneof(
  { weight: 12, arbitrary: fragment },
  { weight: 2, arbitrary: glued },
  { weight: 1, arbitrary: anything },
);
const words = fc.array(word, { maxLength: 9 });
// Number words alone, because every rule of the written form begins with them.
const numberWord = fc.constantFrom(
  ...'one two nine twelve twenty ninety hundred thousand million and a point oh half past to of the third at in may'.split(
    ' ',
  ),
  ...'uno una un dos quince veinte veintiún treinta cien ciento mil millones y coma medio media cuarto menos las a con euros céntimos por horas punto en'.split(
    ' ',
  ),
  ...'dollars cents percent room um duas três vinte cem cento mil milhões e vírgula meia reais centavos por às as horas'.split(
    ' ',
  ),
);
const numberWords = fc.array(
  fc.tuple(numberWord, fc.constantFrom('', '', '', '', ',', '.')).map(([text, sign]) => text + sign),
  { minLength: 2, maxLength: 8 },
);
const RUNS = { numRuns: 3_000 };

/** What is wrong with the alignment, or undefined: one expectation a text, because a million of them take a minute. */
function misalignment(text: readonly TextWord[], count: number): string | undefined {
  let before = { from: 0, to: 0 };
  for (const { text: one, from, to } of text) {
    const isSame = from === before.from && to === before.to;
    if (from < 0 || to <= from || to > count) return `[${from}, ${to}) of ${count} words`;
    if (!isSame && from < before.to) return `[${from}, ${to}) after [${before.from}, ${before.to})`;
    if (/\s/u.test(one)) return `a blank in "${one}"`;
    before = { from, to };
  }
  return undefined;
}

function unsaid(text: readonly TextWord[], input: readonly string[], wanted: RegExp): string[] {
  return input.filter((one, at) => wanted.test(one) && !text.some(({ from, to }) => from <= at && at < to));
}

const texts = (text: readonly TextWord[]) => text.map((one) => one.text);

describe('plainText', () => {
  it('keeps words aligned, without spaces inside', () => {
    fc.assert(
      fc.property(words, language, (input, tag) => {
        expect(misalignment(plainText(input, tag), input.length)).toBeUndefined();
      }),
      RUNS,
    );
  });

  it('is letters, marks and apostrophes, with digits only where the language has no numbers here', () => {
    fc.assert(
      fc.property(words, language, (input, tag) => {
        const spoken = /^(?:en|es|pt)/.test(tag);
        const allowed = spoken ? /^[\p{L}\p{M}'\u200c\u200d]+$/u : /^[\p{L}\p{M}\p{N}'\u200c\u200d]+$/u;
        const isWord = (text: string) => allowed.test(text) && !/^'|'$/.test(text);
        expect(texts(plainText(input, tag)).filter((text) => !isWord(text))).toEqual([]);
      }),
      RUNS,
    );
  });

  it('does not change its own output', () => {
    fc.assert(
      fc.property(words, language, (input, tag) => {
        const once = texts(plainText(input, tag));
        expect(texts(plainText(once, tag))).toEqual(once);
      }),
      RUNS,
    );
  });

  it('says something of every word with a letter or a digit', () => {
    fc.assert(
      fc.property(words, language, (input, tag) => {
        expect(unsaid(plainText(input, tag), input, /[\p{L}\p{Nd}]/u)).toEqual([]);
      }),
      RUNS,
    );
  });
});

describe('writtenText', () => {
  it('covers every input word, aligned, without spaces inside', () => {
    fc.assert(
      fc.property(
        words.map((list) => list.filter((one) => one !== '')),
        language,
        (input, tag) => {
          const text = writtenText(input, tag);
          expect(misalignment(text, input.length)).toBeUndefined();
          expect(unsaid(text, input, /./u)).toEqual([]);
        },
      ),
      RUNS,
    );
  });

  it('does not change its own output', () => {
    fc.assert(
      fc.property(words, language, (input, tag) => {
        const once = texts(writtenText(input, tag));
        expect(texts(writtenText(once, tag))).toEqual(once);
      }),
      RUNS,
    );
  });

  it('keeps number words aligned and does not change what it made of them', () => {
    fc.assert(
      fc.property(numberWords, fc.constantFrom('en', 'pt', 'es'), (input, tag) => {
        const once = writtenText(input, tag);
        expect(misalignment(once, input.length)).toBeUndefined();
        expect(texts(writtenText(texts(once), tag))).toEqual(texts(once));
      }),
      RUNS,
    );
  });

  it('leaves text of languages it does not know as it is', () => {
    fc.assert(
      fc.property(words, fc.constantFrom('fr', 'zh', 'ja', 'th', 'auto'), (input, tag) => {
        expect(textOf(writtenText(input, tag))).toBe(input.join(' '));
      }),
    );
  });
});
