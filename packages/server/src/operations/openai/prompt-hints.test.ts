import fc from 'fast-check';
import { expect, it } from 'vitest';
import { promptHints } from './prompt-hints.ts';

const phrases = (prompt: string) => promptHints(prompt).map(({ phrase }) => phrase);

it.each([
  ['ZyntriQix, Digique Plus, CynapseFive', ['ZyntriQix', 'Digique Plus', 'CynapseFive']],
  ['dipyridamole\nHantavirus', ['dipyridamole', 'Hantavirus']],
  ['Locutor', ['Locutor']],
  ['今日、天気', ['今日', '天気']],
  ['', []],
  [' , ;\n', []],
  [
    'The meeting with Ana Maria is about GPT-4 and the iPhone. I think Berlin is fine. Yes.',
    ['Ana Maria', 'GPT-4', 'iPhone', 'Berlin'],
  ],
  ['Hello, welcome to my lecture on the history of the world in ten short parts.', []],
])('%j favours %j', (prompt, expected) => {
  expect(phrases(prompt)).toEqual(expected);
});

it('reads the longest prompts that a form may have', () => {
  const long = 60_000;
  expect(phrases(`a${'!'.repeat(long)}a b c d e f`)).toEqual([]);
  expect(phrases(`x ${'a'.repeat(long)} y z word`)).toEqual([]);
  expect(phrases(`${'a1 '.repeat(long / 3)}`).length).toBeLessThanOrEqual(500);
});

it('never favours nothing, too much or the same twice', () => {
  fc.assert(
    fc.property(fc.oneof(fc.string({ unit: 'grapheme' }), fc.lorem({ maxCount: 700 })), (prompt) => {
      const found = phrases(prompt);
      expect(found.length).toBeLessThanOrEqual(500);
      expect(new Set(found).size).toBe(found.length);
      for (const phrase of found) expect(phrase).toMatch(/[\p{L}\p{N}]/u);
    }),
  );
});
