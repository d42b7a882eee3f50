import { expect, test } from 'vitest';
import { GuideMemory } from './guide-memory.ts';
import { listedSentences } from './listed-sentences.ts';
import { boundGrammar } from './test-support/follow.ts';

const listed = async (expansion: string) => {
  const { grammar } = await boundGrammar(expansion);
  return listedSentences(grammar, new GuideMemory().start(grammar));
};

test('lists the sentences of a menu', async () => {
  const menu = await listed('(call | ring) [please] home | help');
  expect(menu?.toSorted()).toEqual([
    'call home',
    'call please home',
    'help',
    'ring home',
    'ring please home',
  ]);
});

test.each([
  ['one with many sentences', '(a | b | c | d) (a | b | c | d) (a | b | c | d) (a | b | c | d)'],
  ['one without an end', '(one | two)<1->'],
  ['one of any words', '$GARBAGE yes'],
])('leaves %s', async (_name, expansion) => {
  expect(await listed(expansion)).toBeUndefined();
});
