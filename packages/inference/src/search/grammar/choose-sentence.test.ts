import { expect, test } from 'vitest';
import { chooseSentence } from './choose-sentence.ts';
import type { BoundSentence } from './grammar-guide.ts';
import { sentenceText } from './sentence-text.ts';

const sentence = (text: string, ...fillers: string[]): BoundSentence => ({
  lm: 0,
  words: text.split(' ').map((word, at) => ({ word, from: at, to: at + 1, filler: fillers.includes(word) })),
});
const textOf = (chosen: BoundSentence | undefined) => chosen && sentenceText(chosen);

test('is what free speech would be, or else has most words', () => {
  const both = [sentence('nineteen eighty four'), sentence('one nine eight four')];
  expect(textOf(chooseSentence(both, 'nineteen eighty four'))).toBe('nineteen eighty four');
  expect(textOf(chooseSentence(both, 'nineteen hundred eighty four'))).toBe('one nine eight four');
  expect(chooseSentence([], 'yes')).toBeUndefined();
});

test('has as few words taken by GARBAGE as can be', () => {
  const ways = [
    sentence('um large pizza', 'um', 'large', 'pizza'),
    sentence('um large pizza', 'um'),
    sentence('um large pizza', 'um', 'pizza'),
  ];
  for (const plain of ['um large pizza', 'something else']) {
    expect(chooseSentence(ways, plain)).toBe(ways[1]);
  }
});
