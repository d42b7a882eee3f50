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

test('words are said in every way that people have, the usual one first', () => {
  expect(waysToSay('either', 'en')).toEqual(['iðəɹ', 'Iðəɹ', 'iðə', 'Iðə']);
  expect(waysToSay('record', 'en').slice(0, 2)).toEqual(['ɹɛkəɹd', 'ɹɪkɔɹd']);
  expect(waysToSay('Close', 'en')).toEqual(['klOz', 'klOs']);
  expect(waysToSay('fala', 'pt')).toHaveLength(1);
});

test('the British have ways of their own', () => {
  expect(waysToSay('schedule', 'en')).toContain('ʃɛdjul');
  expect(waysToSay('class', 'en')).toEqual(['klæs', 'klɑs']);
  expect(waysToSay('number', 'en')).toEqual(['nʌmbəɹ', 'nʌmbə']);
  expect(waysToSay('here', 'en')).toContain('hɪə');
  expect(waysToSay('poor', 'en')).toContain('puə');
  expect(waysToSay('rather', 'en')).toContain('ɹɑðə');
  expect(waysToSay('story', 'en')).toEqual(['stɔɹi']);
  expect(waysToSay('gas', 'en')).toEqual(['ɡæs']);
  expect(waysToSay('tune', 'en')).toEqual(['tun', 'tjun', 'ʧun']);
  expect(waysToSay('fragile', 'en')).toContain('fɹæʤIl');
  expect(waysToSay('secretary', 'en')).toContain('sɛkɹətɹi');
});

test('no way to say a word leaves out more than one of its vowels', () => {
  const words = [
    'tory',
    'very',
    'vary',
    'scary',
    'history',
    'territory',
    'military',
    'february',
    'february',
    'tertiary',
  ];
  const vowels = (way: string) => way.match(/[AIOWYiuæɑəɛɜɪʊʌɔ]/gu)?.length ?? 0;
  for (const word of words) {
    const ways = waysToSay(word, 'en');
    for (const way of ways) expect(vowels(way)).toBeGreaterThanOrEqual(Math.max(2, vowels(ways[0]!) - 1));
  }
});

test('any word has different ways, made of letters only', () => {
  fc.assert(
    fc.property(fc.stringMatching(/^[a-z']{1,12}$/), (word) => {
      const ways = waysToSay(word, 'en');
      expect(new Set(ways).size).toBe(ways.length);
      expect(ways.length).toBeLessThanOrEqual(12);
      for (const way of ways) expect(way).toMatch(/^\p{L}*$/u);
    }),
  );
});

test('any text has sounds that are letters, or none', () => {
  fc.assert(
    fc.property(fc.string({ maxLength: 30, unit: 'binary' }), (text) => {
      expect(soundsOf(text, 'en')).toMatch(/^\p{L}*$/u);
    }),
  );
});
