import { expect, test } from 'vitest';
import { type WordNode, wordTrie } from './word-trie.ts';

/** The words that are complete after a text. */
function endings(root: WordNode, text: string) {
  let at: WordNode | undefined = root;
  for (const byte of new TextEncoder().encode(text)) at = at?.next.get(byte);
  return at?.endings.map(({ word }) => word);
}

test('words are found by their letters and nothing else', () => {
  const root = wordTrie(new Set(['pizza', 'pizzas', 'são']), 'en');
  expect(endings(root, 'pizza')).toEqual(['pizza']);
  expect(endings(root, 'pizzas')).toEqual(['pizzas']);
  expect(endings(root, 'são')).toEqual(['são']);
  expect(endings(root, 'piz')).toEqual([]);
  expect(endings(root, 'sao')).toBeUndefined();
  expect([root.begun, root.next.get('p'.charCodeAt(0))!.begun]).toEqual([false, true]);
});

test('number words are found by their digits too', () => {
  const root = wordTrie(new Set(['twenty', 'two', 'second']), 'en');
  expect(endings(root, '2')).toEqual(['twenty', 'two']);
  expect(endings(root, '20')).toEqual(['twenty']);
  expect(endings(root, '2nd')).toEqual(['second']);
  expect(endings(wordTrie(new Set(['two']), 'pt'), '2')).toBeUndefined();
});

test('a ten in digits is no unit of the ten before it', () => {
  const digits = wordTrie(new Set(['twenty', 'forty', 'one']), 'en').next;
  const units = digits.get('4'.charCodeAt(0))!.endings.map(({ word, unit }) => ({ word, unit }));
  expect(units).toEqual([{ word: 'forty', unit: false }]);
});

test('where a grammar has the word and the digits, digits are the word', () => {
  expect(endings(wordTrie(new Set(['7', 'seven']), 'en'), '7')).toEqual(['seven']);
  expect(endings(wordTrie(new Set(['7', 'eight']), 'en'), '7')).toEqual(['7']);
});

test('equal small sets and the same large set share a tree', () => {
  expect(wordTrie(new Set(['a', 'b']), 'en')).toBe(wordTrie(new Set(['a', 'b']), 'en'));
  expect(wordTrie(new Set(['a', 'b']), 'en')).not.toBe(wordTrie(new Set(['a', 'b']), 'pt'));
  const many = new Set(Array.from({ length: 100 }, (_, n) => `name${n}`));
  expect(wordTrie(many, 'en')).toBe(wordTrie(many, 'en'));
  expect(endings(wordTrie(many, 'en'), 'name42')).toEqual(['name42']);
});
