import { expect, it } from 'vitest';
import { partialWords } from './partial-words.ts';

it('counts words that were shown, that changed, and that were stable', () => {
  const partials = [
    { text: 'good', stable: 0 },
    { text: 'good mourning', stable: 4 },
    { text: 'good morning i', stable: 4 },
    { text: 'good morning i wont', stable: 12 },
  ];
  expect(partialWords(partials, 'good morning i want to')).toEqual({
    shown: 5,
    changed: 2,
    stable: 2,
    broken: 0,
    wrong: 0,
  });
});

it('knows stable words that were not', () => {
  expect(partialWords([{ text: 'one two', stable: 7 }], 'one too')).toEqual({
    shown: 2,
    changed: 1,
    stable: 2,
    broken: 1,
    wrong: 1,
  });
});

it('knows that a word that is left out moves others, and changes none of them', () => {
  const partials = [{ text: 'it is sort of a bit', stable: 15 }];
  const { stable, broken, wrong } = partialWords(partials, 'it is of a bit');
  expect([stable, broken, wrong]).toEqual([5, 3, 1]);
});
