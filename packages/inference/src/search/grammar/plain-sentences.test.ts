import { expect, test } from 'vitest';
import { GuideMemory } from './guide-memory.ts';
import { plainSentences } from './plain-sentences.ts';
import { boundGrammar } from './test-support/follow.ts';

/** "Pay $256." as a model wrote it, and in plain words. */
const reading = {
  source: [
    { text: 'Pay', from: 0, to: 1 },
    { text: '$256.', from: 1, to: 6 },
  ],
  words: [
    { text: 'pay', from: 0, to: 1 },
    ...['two', 'hundred', 'fifty', 'six', 'dollars'].map((text) => ({ text, from: 1, to: 2 })),
  ],
};
const SENTENCE = 'pay two hundred [and] fifty six dollars';

test('a text in plain words is a sentence of every grammar that has it, with its tokens', async () => {
  const grammars = [
    await boundGrammar('pay two dollars', 'en', 0),
    await boundGrammar(SENTENCE, 'en', 1),
    await boundGrammar(`${SENTENCE} | no`, 'en', 2),
  ];
  const found = plainSentences(reading, grammars, new GuideMemory());
  expect(found.map(({ lm }) => lm)).toEqual([1, 2]);
  expect(found[0]!.words.map(({ word, from, to }) => [word, from, to])).toEqual([
    ['pay', 0, 1],
    ['two', 1, 6],
    ['hundred', 1, 6],
    ['fifty', 1, 6],
    ['six', 1, 6],
    ['dollars', 1, 6],
  ]);
});

test('words are written as the grammar has them, with an apostrophe or without', async () => {
  const read = async (expansion: string, text: string) => {
    const one = { source: [{ text, from: 0, to: 1 }], words: [{ text, from: 0, to: 1 }] };
    const [found] = plainSentences(one, [await boundGrammar(expansion)], new GuideMemory());
    return found?.words.map(({ word }) => word).join(' ');
  };
  expect(await read('savings', "saving's")).toBe('savings');
  expect(await read("what's", 'whats')).toBe("what's");
  expect(await read("its | it's", 'its')).toBe('its');
  expect(await read("its | it's", "it's")).toBe("it's");
});

test('initials are letters to a grammar that has single ones, and other words are not', async () => {
  const spell = async (text: string, plain: string[]) => {
    const words = plain.map((each) => ({ text: each, from: 0, to: 1 }));
    const reading = { source: [{ text, from: 0, to: 3 }], words };
    const [found] = plainSentences(reading, [await boundGrammar('(a | s | t)<1->')], new GuideMemory());
    return found?.words.map(({ word }) => word).join(' ');
  };
  expect(await spell('A-ST-A', ['a', 'st', 'a'])).toBe('a s t a');
  expect(await spell('Stat.', ['stat'])).toBeUndefined();
  expect(await spell('sat', ['sat'])).toBeUndefined();
});

test('half a sentence, no words and words for GARBAGE are none', async () => {
  const read = async (expansion: string, words = reading.words) =>
    plainSentences({ ...reading, words }, [await boundGrammar(expansion)], new GuideMemory());
  expect(await read(`${SENTENCE} please`)).toEqual([]);
  expect(await read('[yes]', [])).toEqual([]);
  expect(await read('$GARBAGE dollars')).toEqual([]);
});

test('characters of a script without spaces are words of their own, with the tokens of the word they are in', async () => {
  const text = { words: [{ text: '我要', from: 0, to: 1 }], source: [{ text: '我要', from: 0, to: 2 }] };
  const [found] = plainSentences(text, [await boundGrammar('我 要', 'zh')], new GuideMemory());
  expect(found!.words.map(({ word, from, to }) => [word, from, to])).toEqual([
    ['我', 0, 2],
    ['要', 0, 2],
  ]);
});
