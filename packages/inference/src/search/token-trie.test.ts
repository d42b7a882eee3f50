import { expect, test } from 'vitest';
import { moonshineVocabulary } from '../speech/moonshine-vocabulary.ts';
import { characters } from './grammar/test-support/characters.ts';
import { type TokenNode, tokenTrie } from './token-trie.ts';

const tokensAt = (root: TokenNode, text: string) => {
  let at: TokenNode | undefined = root;
  for (const byte of new TextEncoder().encode(text)) at = at?.next.get(byte);
  return at?.tokens ?? [];
};

test.each([
  ['single characters', characters],
  ['Moonshine', moonshineVocabulary],
])('%s: every token with text stands in the tree once, by its small letters', (_name, vocabulary) => {
  const { first, inner, marks, text } = tokenTrie(vocabulary);
  for (let token = 0; token < vocabulary.size; token++) {
    const own = text(token);
    if (!own) {
      const isNothing = vocabulary.bytes(token).length === 0 || token === vocabulary.endToken;
      expect(marks.has(token) || isNothing).toBe(true);
      continue;
    }
    let node: TokenNode | undefined = own.begins ? first : inner;
    for (const byte of own.bytes) node = node!.next.get(byte);
    if (!node!.tokens.includes(token)) expect.fail(`token ${token} is not in its place`);
  }
});

test('capitals and apostrophes make no difference', () => {
  const { first, inner } = tokenTrie(characters);
  const [small, large] = [characters.encode('a'), characters.encode('A')];
  expect(tokensAt(first, 'a')).toEqual([...small, ...large]);
  expect(tokensAt(inner, 'b').length).toBe(2);
  const [world] = moonshineVocabulary.encode('world');
  expect(tokensAt(tokenTrie(moonshineVocabulary).first, 'world')).toContain(world);
  expect(tokensAt(tokenTrie(moonshineVocabulary).inner, 'world')).not.toContain(world);
});

test('marks may end a word, join it to the next, or stand within it', () => {
  const { marks } = tokenTrie(characters);
  const kind = (mark: string) => marks.get(characters.encode(`a${mark}`)[1]!);
  expect(kind('?')).toEqual({ joins: false, inside: false, byte: undefined });
  expect(kind(',')).toEqual({ joins: true, inside: false, byte: 0x2c });
  expect(kind("'")).toEqual({ joins: true, inside: true, byte: undefined });
  expect(kind('-')).toEqual({ joins: true, inside: true, byte: undefined });
  expect(kind('b')).toBeUndefined();
});

test('is made once for a vocabulary', () => {
  expect(tokenTrie(characters)).toBe(tokenTrie(characters));
});
