import { expect, test } from 'vitest';
import { spreadTimes, wordGroups } from './bound-words.ts';

const sentence = (...words: [string, number, number][]) => ({
  lm: 0,
  words: words.map(([word, from, to]) => ({ word, from, to, filler: false })),
});

test('words with tokens of their own are groups of their own', () => {
  expect(wordGroups(sentence(['pay', 0, 1], ['my', 1, 2], ['bill', 2, 4]))).toEqual([
    { words: ['pay'], from: 0, to: 1 },
    { words: ['my'], from: 1, to: 2 },
    { words: ['bill'], from: 2, to: 4 },
  ]);
});

test('words of one token, and those between that are not written, share a group', () => {
  expect(wordGroups(sentence(['vinte', 0, 1], ['e', 0, 0], ['cinco', 0, 1], ['reais', 1, 3]))).toEqual([
    { words: ['vinte', 'e', 'cinco'], from: 0, to: 1 },
    { words: ['reais'], from: 1, to: 3 },
  ]);
});

test('a group shares its time by the lengths of its words', () => {
  const groups = wordGroups(sentence(['twenty', 0, 1], ['five', 0, 1], ['please', 1, 2]));
  const times = [
    { start: 1, end: 2 },
    { start: 2.5, end: 3 },
  ];
  expect(spreadTimes(groups, times)).toEqual([
    { text: 'twenty', group: 0, start: 1, end: 1.6 },
    { text: 'five', group: 0, start: 1.6, end: 2 },
    { text: 'please', group: 1, start: 2.5, end: 3 },
  ]);
});
