import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { numberOf, spokenNumber } from './index.ts';
import { languageOf } from './languages.ts';

// Every size of number as often as any other, up to 10^12.
const number = fc.integer({ min: 0, max: 12 }).chain((size) => fc.integer({ min: 0, max: 10 ** size }));

describe.each(['en', 'pt-BR', 'es-MX'])('numbers in %s', (language) => {
  it('are read back as they were said', () => {
    fc.assert(
      fc.property(number, (value) => {
        expect(numberOf(spokenNumber(value, language)!, language)).toBe(value);
      }),
      { numRuns: 5_000 },
    );
  });

  it('are read back one by one up to 10,000', () => {
    const wrong = Array.from({ length: 10_001 }, (_, value) => value).filter(
      (value) => numberOf(spokenNumber(value, language)!, language) !== value,
    );
    expect(wrong).toEqual([]);
  });

  it('are different for different values', () => {
    const said = new Set(
      Array.from({ length: 10_001 }, (_, value) => spokenNumber(value, language)!.join(' ')),
    );
    expect(said.size).toBe(10_001);
  });
});

it('reads "and", "a hundred" and hundreds beyond ten in English', () => {
  const read = (text: string) => numberOf(text.split(' '), 'en');
  expect(read('one thousand and five')).toBe(1005);
  expect(read('a hundred')).toBe(100);
  expect(read('nineteen hundred and one')).toBe(1901);
  expect(read('two hundred and five thousand')).toBe(205_000);
});

it('reads both genders and missing accents in Portuguese', () => {
  const read = (text: string) => numberOf(text.split(' '), 'pt');
  expect(read('duzentas e vinte e duas')).toBe(222);
  expect(read('tres milhoes')).toBe(3_000_000);
  expect(read('catorze')).toBe(14);
});

it('reads all forms of one, the long scale and missing accents in Spanish', () => {
  const read = (text: string) => numberOf(text.split(' '), 'es');
  expect(read('doscientas veintiuna')).toBe(221);
  expect(read('treinta y un mil')).toBe(31_000);
  expect(read('mil millones')).toBe(1_000_000_000);
  expect(read('dos billones mil millones uno')).toBe(2_001_000_000_001);
  expect(read('dieciseis')).toBe(16);
});

it('does not read what is no number or more than one', () => {
  for (const text of [
    '',
    'hundred',
    'five five',
    'twenty and',
    'dogs',
    'five hundred hundred',
    'one thousand two thousand',
  ]) {
    expect(numberOf(text.split(' '), 'en'), text).toBeUndefined();
  }
  for (const text of ['cento', 'cem e dez', 'dois e três', 'mil mil', 'vinte e dez']) {
    expect(numberOf(text.split(' '), 'pt'), text).toBeUndefined();
  }
  for (const text of [
    'ciento',
    'cien diez',
    'dos y tres',
    'mil mil',
    'veinte y cinco',
    'un mil',
    'treinta y',
  ]) {
    expect(numberOf(text.split(' '), 'es'), text).toBeUndefined();
  }
  expect(numberOf([], 'en')).toBeUndefined();
});

it('has no words for other languages and other numbers', () => {
  expect(spokenNumber(5, 'fr')).toBeUndefined();
  expect(numberOf(['cinq'], 'fr')).toBeUndefined();
  expect(spokenNumber(-1, 'en')).toBeUndefined();
  expect(spokenNumber(1.5, 'en')).toBeUndefined();
  expect(spokenNumber(1e15, 'en')).toBeUndefined();
});

it('spells digits', () => {
  expect(languageOf('en')!.digits('007')).toEqual(['zero', 'zero', 'seven']);
  expect(languageOf('es')!.digits('106')).toEqual(['uno', 'cero', 'seis']);
  expect(languageOf('pt')!.digits('106')).toEqual(['um', 'zero', 'seis']);
});
