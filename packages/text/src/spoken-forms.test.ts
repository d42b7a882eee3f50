import { expect, it } from 'vitest';
import { spokenForms } from './index.ts';

const forms = (written: string, language: string) =>
  spokenForms(written, language).map((form) => form.join(' '));

it.each([
  ['25', ['twenty five', 'two five']],
  ['7', ['seven']],
  ['0', ['zero', 'oh']],
  ['007', ['zero zero seven', 'oh oh seven']],
  ['100', ['one hundred', 'one zero zero', 'one oh oh']],
  [
    '327',
    ['three hundred twenty seven', 'three hundred and twenty seven', 'three twenty seven', 'three two seven'],
  ],
  [
    '1984',
    [
      'nineteen eighty four',
      'one thousand nine hundred eighty four',
      'one thousand nine hundred and eighty four',
      'one nine eight four',
    ],
  ],
  ['1,984', ['one thousand nine hundred eighty four', 'one thousand nine hundred and eighty four']],
  ['$5', ['five dollars']],
  [
    '$25.50',
    [
      'twenty five dollars and fifty cents',
      'twenty five dollars fifty cents',
      'twenty five dollars and fifty',
      'twenty five fifty',
    ],
  ],
  ['10:30', ['ten thirty', 'half past ten']],
  ['10:45', ['ten forty five', 'quarter to eleven', 'a quarter to eleven']],
  ['10:00', ["ten o'clock", 'ten']],
  ['21st', ['twenty first']],
  ['FBI', ['fbi', 'f b i']],
  ['Hello,', ['hello']],
  ['...', []],
])('says %s in English', (written, expected) => {
  expect(forms(written, 'en-US')).toEqual(expected);
});

it.each([
  ['25', ['vinte e cinco', 'dois cinco']],
  ['2', ['dois', 'duas']],
  ['14', ['quatorze', 'um quatro', 'catorze']],
  ['116', ['cento e dezesseis', 'um um seis', 'um um meia']],
  [
    'R$ 25,50',
    [
      'vinte e cinco reais e cinquenta centavos',
      'vinte e cinco reais e cinquenta',
      'vinte e cinco e cinquenta',
    ],
  ],
  ['2:45', ['duas e quarenta e cinco', 'duas horas e quarenta e cinco minutos', 'quinze para as três']],
  ['20h30', ['vinte e trinta', 'vinte e meia', 'vinte horas e trinta minutos']],
  ['1.500', ['mil e quinhentos', 'mil e quinhentas']],
  ['21º', ['vigésimo primeiro']],
])('says %s in Portuguese', (written, expected) => {
  expect(forms(written, 'pt-BR')).toEqual(expected);
});

it.each([
  ['25', ['veinticinco', 'dos cinco']],
  ['21', ['veintiuno', 'veintiuna', 'veintiún', 'dos uno']],
  [
    '25,50 €',
    [
      'veinticinco euros con cincuenta céntimos',
      'veinticinco euros con cincuenta',
      'veinticinco euros y cincuenta céntimos',
      'veinticinco con cincuenta',
    ],
  ],
  ['2:45', ['dos y cuarenta y cinco', 'dos cuarenta y cinco', 'tres menos cuarto']],
  ['20h30', ['veinte y treinta', 'veinte y media', 'veinte treinta']],
  ['1:00', ['una en punto', 'una', 'una hora']],
  ['1.500', ['mil quinientos', 'mil quinientas']],
  ['21º', ['vigésimo primero']],
])('says %s in Spanish', (written, expected) => {
  expect(forms(written, 'es-ES')).toEqual(expected);
});

it('has one form for languages whose numbers it cannot say', () => {
  expect(forms('25', 'fr')).toEqual(['25']);
});

it('gives a handful at most', () => {
  for (const written of ['1414', '6666', '1061', '14:14']) {
    expect(forms(written, 'en').length).toBeLessThanOrEqual(8);
    expect(forms(written, 'pt').length).toBeLessThanOrEqual(8);
    expect(forms(written, 'es').length).toBeLessThanOrEqual(8);
  }
});
