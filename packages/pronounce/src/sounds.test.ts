import fc from 'fast-check';
import { expect, test } from 'vitest';
import { soundsOf, waysToSay } from './sounds.ts';

test('sounds have no stress, no pauses and no words', () => {
  expect(soundsOf('Menu, please.', 'en')).toBe('mɛnjupliz');
  expect(soundsOf('water', 'en')).toBe('wɔtəɹ');
});

test('letters are said by their names, and as the words they are', () => {
  expect(waysToSay('b', 'en')).toEqual(['bi']);
  expect(waysToSay('Z', 'en')).toEqual(['zi', 'zɛd']);
  expect(waysToSay('a', 'en')).toEqual(['A', 'ə']);
  expect(waysToSay('seven', 'en')).toEqual(['sɛvən']);
});

test('any text has sounds that are letters, or none', () => {
  fc.assert(
    fc.property(fc.string({ maxLength: 30, unit: 'binary' }), (text) => {
      expect(soundsOf(text, 'en')).toMatch(/^\p{L}*$/u);
    }),
  );
});
