import { tmpdir } from 'node:os';
import { expect, it } from 'vitest';
import { loadConfig } from './index.ts';

const languageFor = (tag: string) => loadConfig({ LOCUTOR_LANGUAGE: tag }, tmpdir()).config.language;

it('reads a language tag as the code of its language', () => {
  expect(['en', 'EN', 'pt-BR', 'PT_br', 'por'].map(languageFor)).toEqual(['en', 'en', 'pt', 'pt', 'pt']);
});

it('refuses what is no tag', () => {
  expect(() => languageFor('English please')).toThrow('a language tag such as en or pt-BR');
});
