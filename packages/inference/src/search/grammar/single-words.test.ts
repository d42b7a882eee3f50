import { expect, test } from 'vitest';
import { GuideMemory } from './guide-memory.ts';
import { singleWords } from './single-words.ts';
import { boundGrammar } from './test-support/follow.ts';

test('lists what small grammars accept as one word, each grammar for itself', async () => {
  const menu = { ...(await boundGrammar('help | call home | agent')), lm: 0 };
  const letters = { ...(await boundGrammar('a | b')), lm: 1 };
  const words = singleWords([menu, letters], new GuideMemory());
  expect(words.map(({ lm, word }) => `${lm} ${word}`).sort()).toEqual(['0 agent', '0 help', '1 a', '1 b']);
});

test('lists words with their apostrophes, as they sound', async () => {
  const words = singleWords([await boundGrammar("O’Brien | what's up")], new GuideMemory());
  expect(words.map(({ word }) => word)).toEqual(["o'brien"]);
  const both = singleWords([await boundGrammar("well | we'll")], new GuideMemory());
  expect(both.map(({ word }) => word).sort()).toEqual(["we'll", 'well']);
});

test('lists nothing of a grammar of any words', async () => {
  expect(singleWords([await boundGrammar('yes | $GARBAGE')], new GuideMemory())).toEqual([]);
});
