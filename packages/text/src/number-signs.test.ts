import { expect, test } from 'vitest';
import { isNumberWord, isRound, isUnit, numberSigns, wordBetween } from './number-signs.ts';

const digits = (word: string, language: string) => numberSigns(word, language).map((sign) => sign.digits);

test('words for numbers up to ninety nine have signs', () => {
  expect(['zero', 'nine', 'ten', 'nineteen', 'oh'].map((word) => digits(word, 'en'))).toEqual([
    ['0'],
    ['9'],
    ['10'],
    ['19'],
    ['0'],
  ]);
  expect(['um', 'uma', 'três', 'meia', 'quatorze', 'catorze'].map((word) => digits(word, 'pt'))).toEqual([
    ['1'],
    ['1'],
    ['3'],
    ['6'],
    ['14'],
    ['14'],
  ]);
});

test('Spanish has one word from twenty to twenty nine', () => {
  expect(['veinte', 'veintiuno', 'veintiún', 'veintinueve'].map((word) => numberSigns(word, 'es'))).toEqual([
    [{ digits: '20' }],
    [{ digits: '21' }],
    [{ digits: '21' }],
    [{ digits: '29' }],
  ]);
  expect(numberSigns('treinta', 'es')).toEqual([{ digits: '30' }, { digits: '3', needsUnit: true }]);
  expect(wordBetween('es')).toBe('y');
});

test('a ten is written alone, or as the first of two digits', () => {
  expect(numberSigns('twenty', 'en')).toEqual([{ digits: '20' }, { digits: '2', needsUnit: true }]);
  expect(numberSigns('noventa', 'pt')).toEqual([{ digits: '90' }, { digits: '9', needsUnit: true }]);
});

test('ordinals have their letters', () => {
  expect(['first', 'third', 'twelfth', 'thirtieth'].flatMap((word) => digits(word, 'en'))).toEqual([
    '1st',
    '3rd',
    '12th',
    '30th',
  ]);
});

test('other words and other languages have none', () => {
  expect(numberSigns('pizza', 'en')).toEqual([]);
  expect(numberSigns('two', 'pt')).toEqual([]);
  expect(numberSigns('zwei', 'de')).toEqual([]);
});

test('Portuguese has a word between a ten and its unit', () => {
  expect([wordBetween('pt'), wordBetween('en'), wordBetween('de')]).toEqual(['e', undefined, undefined]);
});

test('units and round tens are known by their digits', () => {
  expect(['5', '5th', '0', '15', '50'].map(isUnit)).toEqual([true, true, false, false, false]);
  expect(['20', '90', '10', '25', '200', '5'].map(isRound)).toEqual([true, true, false, false, false, false]);
});

test('words of numbers are known, and those of hundreds and thousands', () => {
  for (const word of ['zero', 'nineteen', 'forty', 'third', 'hundred', 'thousand']) {
    expect(isNumberWord(word, 'en')).toBe(true);
  }
  for (const word of ['yes', 'for', 'constructor']) expect(isNumberWord(word, 'en')).toBe(false);
  expect(isNumberWord('mil', 'pt')).toBe(true);
  expect(isNumberWord('eins', 'de')).toBe(false);
});
