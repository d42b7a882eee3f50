import { expect, test } from 'vitest';
import { moonshineVocabulary as vocabulary } from '../speech/moonshine-vocabulary.ts';
import { tokenWords } from '../speech/vocabulary.ts';
import { spokenTokens } from './spoken-tokens.ts';

function spoken(text: string): string[] {
  const tokens = vocabulary.encode(text);
  return tokenWords(vocabulary, tokens).map((word) => {
    const { from, to } = spokenTokens(vocabulary, tokens, word);
    return vocabulary.decode(tokens.slice(from, to));
  });
}

test('punctuation around a word is not spoken', () => {
  expect(spoken('Well, "no" (she said)... Yes!')).toEqual(['Well', 'no', 'she', 'said', 'Yes']);
});

test('signs that stand for words are, and what lies inside a word', () => {
  expect(spoken("50% R&D. don't 3.5.")).toEqual(['50%', 'R&D', "don't", '3.5']);
});

test('a word that is all punctuation keeps it', () => {
  expect(spoken('well ... no')).toEqual(['well', '...', 'no']);
});

test('bytes that are only a part of a character are', () => {
  expect(spoken('no🙂!')).toEqual(['no🙂']);
});
