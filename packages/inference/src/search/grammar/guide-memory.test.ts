import { builtinGrammar, compileGrammar, type MatchState } from '@locutor/grammar';
import { describe, expect, test, vi } from 'vitest';
import { GrammarGuide } from './grammar-guide.ts';
import { GuideMemory } from './guide-memory.ts';
import { numberTree } from './number-tree.ts';
import { characters } from './test-support/characters.ts';
import { boundGrammar, follow } from './test-support/follow.ts';
import type { Thread } from './threads.ts';
import { type WordNode, wordTrie } from './word-trie.ts';

const english = (n: number) => [...String(n)].map((digit) => 'abcdefghij'[Number(digit)]).join('');

describe('the key of a thread', () => {
  test('tells a place in a word from a number with the same digits', async () => {
    const grammar = await compileGrammar(builtinGrammar('builtin:grammar/number'));
    const state = grammar.start();
    const memory = new GuideMemory();
    const thread = (node: WordNode): Thread => ({
      bound: { lm: 0, grammar, language: 'en' },
      state,
      words: undefined,
      from: 0,
      node,
      any: [],
      unitOnly: false,
      noUnit: false,
      mark: 'none',
    });
    const numbers = numberTree(grammar, state, grammar.expected(state).sets, 'en')!;
    const after = (root: WordNode, text: string) =>
      [...Buffer.from(text)].reduce<WordNode | undefined>((node, byte) => node?.next.get(byte), root);
    // Enough words for places of the tree to have the numbers from 100 to 999.
    const words = Array.from({ length: 1000 }, (_, n) => english(1000 + n));
    const root = wordTrie(new Set(words), 'en');
    const keys = new Map<string, string>();
    for (const word of words) {
      for (let length = 1; length <= word.length; length++) {
        const prefix = word.slice(0, length);
        keys.set(memory.key(thread(after(root, prefix)!)), prefix);
      }
    }
    const collisions: string[] = [];
    for (let n = 100; n < 3000; n++) {
      const node = after(numbers, String(n));
      const known = node && keys.get(memory.key(thread(node)));
      if (known) collisions.push(`${n} and ${known}`);
    }
    expect(collisions).toEqual([]);
  });

  test('is right for a new chart though the old one is still in use', async () => {
    const things = await boundGrammar('(a $thing red) | (b $thing blue);\n$thing = small (box | bag)');
    const list = await boundGrammar('x | x $root', 'en', 1);
    const memory = new GuideMemory();
    const guide = () => new GrammarGuide(characters, [things, list], memory);
    expect(follow(guide(), characters, 'a small box red')).toEqual(['a small box red']);
    // Its chart outgrows what is kept: the memory forgets both grammars while a guide is made with the old chart of one.
    let state: MatchState | undefined = memory.start(list.grammar);
    while (state!.kept <= 200_000) state = list.grammar.advance(state!, 'x');
    const inBetween = guide();
    expect(follow(inBetween, characters, 'a small box red')).toEqual(['a small box red']);
    const fresh = guide();
    expect(follow(fresh, characters, 'b small box blue')).toEqual(['b small box blue']);
    expect(follow(fresh, characters, 'a small box red')).toEqual(['a small box red']);
    expect(follow(fresh, characters, 'a small box blue')).toBeUndefined();
  });
});

test.each(['en', 'pt'])(
  'digits of a telephone number are read in no more ways than any digits: %s',
  async (language) => {
    const ways = async (name: string) => {
      const grammar = await compileGrammar(builtinGrammar(`builtin:grammar/${name}?language=${language}`));
      const guide = new GrammarGuide(characters, [{ lm: 0, grammar, language }], new GuideMemory());
      const tokens = [...characters.encode('9370502')];
      return tokens.reduce((state, token) => guide.advance(state, token), guide.initial).threads.length;
    };
    expect(await ways('phone')).toBe(await ways('digits'));
  },
);

test('a grammar is asked once whether a word follows a state', async () => {
  const grammar = await compileGrammar(builtinGrammar('builtin:grammar/digits?language=pt'));
  const advance = vi.spyOn(grammar, 'advance');
  const guide = new GrammarGuide(characters, [{ lm: 0, grammar, language: 'pt' }], new GuideMemory());
  let state = guide.initial;
  for (const token of characters.encode('93 25')) {
    guide.choices(state);
    state = guide.advance(state, token);
  }
  const asked = new Map<MatchState, Set<string>>();
  for (const [from, word] of advance.mock.calls) asked.set(from, (asked.get(from) ?? new Set()).add(word));
  expect(advance.mock.calls.length).toBeGreaterThan(50);
  expect([...asked.values()].reduce((sum, words) => sum + words.size, 0)).toBe(advance.mock.calls.length);
});
