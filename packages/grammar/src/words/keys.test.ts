import { expect, it } from 'vitest';
import { keyWords } from './keys.ts';

it.each([
  ['1 2 #', '12#'],
  ['1-2-Pound', '12#'],
  ['star 0', '*0'],
])('%j are the keys %s', (text, keys) => {
  expect(keyWords(text).join('')).toBe(keys);
});

it.each(['constructor', '__proto__', 'toString'])(
  '%s names no key, although every object has such a member',
  (word) => {
    expect(keyWords(word)).toEqual([...word.toUpperCase()]);
  },
);
