import fc from 'fast-check';
import { expect, test } from 'vitest';
import { otherScripts, moonshineVocabulary as vocabulary } from './moonshine-vocabulary.ts';
import { tokenWords } from './vocabulary.ts';

test('writes a known text with the pieces of the Llama vocabulary', () => {
  expect(vocabulary.encode('Hello world')).toEqual([15043, 3186]);
  expect(vocabulary.decode([15043, 3186])).toBe('Hello world');
});

test('any text comes back from its tokens', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), (text) => {
      // Sentence pieces write a blank as a low line: they are the same to the vocabulary.
      expect(vocabulary.decode(vocabulary.encode(text))).toBe(text.replaceAll('▁', ' ').trimStart());
    }),
  );
});

test('a token with a low line is text with a blank before it', () => {
  expect(Buffer.from(vocabulary.bytes(3186)).toString()).toBe(' world');
});

test('characters that are no pieces are made of bytes, whole again in the text', () => {
  const tokens = vocabulary.encode('a 🎻');
  expect(tokens.length).toBeGreaterThan(4);
  expect(vocabulary.bytes(tokens.at(-1)!)).toEqual(Uint8Array.of(0xbb));
  expect(vocabulary.decode(tokens)).toBe('a 🎻');
});

test('unknown, start, end and what lies beyond the vocabulary are no text', () => {
  for (const token of [0, 1, vocabulary.endToken, vocabulary.size, vocabulary.size + 1]) {
    expect(vocabulary.bytes(token)).toHaveLength(0);
  }
  expect(vocabulary.decode([1, ...vocabulary.encode('yes'), vocabulary.endToken])).toBe('yes');
});

test('words begin with a blank, keep their punctuation and cover the tokens', () => {
  const tokens = [1, ...vocabulary.encode("Don't stop, Mr. O'Neill!"), vocabulary.endToken];
  const words = tokenWords(vocabulary, tokens);
  expect(words.map(({ text }) => text)).toEqual(["Don't", 'stop,', 'Mr.', "O'Neill!"]);
  expect(words[0]!.from).toBe(1);
  expect(words.at(-1)!.to).toBe(tokens.length - 1);
  expect(words.map(({ from }) => from).slice(1)).toEqual(words.map(({ to }) => to).slice(0, -1));
});

test('a blank alone is no word', () => {
  expect(tokenWords(vocabulary, vocabulary.encode(' '))).toEqual([]);
  expect(tokenWords(vocabulary, [])).toEqual([]);
});

test('letters of other scripts are told from those that English texts are made of', () => {
  for (const text of ['Кин', '就', 'ά']) {
    expect(vocabulary.encode(text).some((token) => otherScripts.has(token))).toBe(true);
  }
  const english = vocabulary.encode("A café's naïve 3rd résumé, isn't it? £5 – 20 °C, ½ …");
  expect(english.filter((token) => otherScripts.has(token))).toEqual([]);
});
