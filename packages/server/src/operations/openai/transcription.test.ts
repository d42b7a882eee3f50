import { expect, it } from 'vitest';
import { languageName } from './language-name.ts';
import { modelNamed } from './model-names.ts';
import { speakerLetter } from './transcription.ts';

it.each([
  ['1', 'A'],
  ['26', 'Z'],
  ['27', 'AA'],
  ['703', 'AAA'],
  ['ana', 'ana'],
])('the speaker %s is called %s', (speaker, letter) => {
  expect(speakerLetter(speaker)).toBe(letter);
});

it.each([
  ['en', 'english'],
  ['pt', 'portuguese'],
  ['zh', 'chinese'],
  ['no', 'norwegian'],
  ['tl', 'tagalog'],
  ['haw', 'hawaiian'],
])('%s is called %s', (code, name) => {
  expect(languageName(code)).toBe(name);
});

it.each([
  ['whisper-1', 'builtin:slm/general', false],
  ['locutor-auto', 'builtin:slm/auto', false],
  ['gpt-4o-mini-transcribe-2025-12-15', 'builtin:slm/general', false],
  ['gpt-4o-transcribe-diarize', 'builtin:slm/general', true],
  ['builtin:slm/pt-BR', 'builtin:slm/pt-BR', false],
])('the model %s is %s', (name, lm, diarizes) => {
  expect(modelNamed(name)).toEqual({ id: name, lm, diarizes });
});

it.each(['whisper-2', 'builtin:slm/tlh', 'builtin:grammar/digits', '', 'whisper-1 '])(
  'there is no model %j',
  (name) => {
    expect(() => modelNamed(name)).toThrow(expect.objectContaining({ code: 'ERR_LM_NOT_FOUND' }));
  },
);
