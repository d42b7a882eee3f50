import { expect, it } from 'vitest';
import { languageOf } from '../common/languages.ts';
import { freeSpeechModel } from './free-speech.ts';

it.each([
  ['pt', 'pt'],
  ['pt-BR', 'pt'],
  ['PT_br', 'pt'],
  ['zh-Hant-TW', 'zh'],
  ['es-419', 'es'],
  ['en-US-x-phone', 'en'],
  ['haw', 'haw'],
  ['por', 'pt'],
  ['cmn-Hans', 'zh'],
  ['jw', 'jw'],
  ['jv', 'jw'],
  ['nb-NO', 'no'],
  ['tl', 'tl'],
  ['fil-PH', 'tl'],
])('takes %s for %s', (tag, code) => {
  expect(languageOf(tag)).toBe(code);
});

it.each([
  '',
  'xx',
  'tlh',
  'p',
  'pt-',
  '-pt',
  'pt-BR!',
  'pt-toolongsubtag',
  'general-BR',
  'auto-pt',
  'constructor',
])('knows no language %j', (tag) => {
  expect(languageOf(tag)).toBeUndefined();
  expect(freeSpeechModel(tag)).toBeUndefined();
});

it('knows the free-speech models in any case', () => {
  expect(['general', 'GENERAL', 'Auto', 'pt-BR', 'EN'].map(freeSpeechModel)).toEqual([
    'general',
    'general',
    'auto',
    'pt',
    'en',
  ]);
});
