import { expect, test } from 'vitest';
import type { Grammars } from '../../grammars/grammars.ts';
import type { ActiveLm } from './active-lms.ts';
import { boundAlternatives } from './alternatives.ts';

const lm = { kind: 'grammar', uri: 'file:x.abnf', source: {} } as unknown as ActiveLm & { kind: 'grammar' };

/** A grammar that has one sentence, whatever it is asked for. */
const grammar = (text: string) =>
  ({
    match: () =>
      Promise.resolve({
        kind: 'matches',
        matches: [
          {
            text,
            score: 1,
            interpretations: [
              { value: 'a', score: 0.75 },
              { value: { b: 1 }, score: 0.25 },
            ],
          },
        ],
      }),
  }) as unknown as Grammars;

/** Words of a second each. */
const spoken = (text: string, score = 0.8) => ({
  text,
  score,
  words: text.split(' ').map((word, at) => ({ text: word, score, start: at, end: at + 1 })),
});

const { signal } = new AbortController();
const found = async (said: readonly ReturnType<typeof spoken>[], text: string) =>
  (await boundAlternatives(said, lm, grammar(text), { client: 'a', signal })).found;

test.each([
  [
    'pay my bill',
    'Pay my bill',
    [
      ['Pay', 0, 1],
      ['my', 1, 2],
      ['bill', 2, 3],
    ],
  ],
  [
    'send an e mail',
    'send an e-mail',
    [
      ['send', 0, 1],
      ['an', 1, 2],
      ['e-mail', 2, 4],
    ],
  ],
  [
    'um id like a large coffee',
    'a large coffee',
    [
      ['a', 3, 4],
      ['large', 4, 5],
      ['coffee', 5, 6],
    ],
  ],
  [
    'its six oclock',
    "it's six o'clock",
    [
      ["it's", 0, 1],
      ['six', 1, 2],
      ["o'clock", 2, 3],
    ],
  ],
  ['strasse', 'Straße', [['Straße', 0, 1]]],
])('%j is written as %j, with the times of what was said', async (said, text, words) => {
  const [alternative] = await found([spoken(said)], text);
  expect(alternative!.text).toBe(text);
  expect(alternative!.words.map((word) => [word.text, word.start_time, word.end_time])).toEqual(words);
});

test.each(['b o b', ''])('words joined are the text "%s", whatever was said', async (text) => {
  const [first] = await found([spoken('hello bob')], text);
  expect(first!.words.map((word) => word.text).join(' ')).toBe(first!.text);
  const times = first!.words.flatMap(({ start_time, end_time }) => [start_time, end_time]);
  expect(times).toEqual(text === '' ? [] : [0, 0.667, 0.667, 1.333, 1.333, 2]);
});

test('the text is the same where no words are wanted', async () => {
  const [alternative] = await found([{ ...spoken('um a coffee'), words: [] }], 'a coffee');
  expect(alternative).toMatchObject({ text: 'a coffee', words: [] });
});

test('scores are the chance of the sentence times those of the grammar', async () => {
  const [alternative] = await found([spoken('yes', 0.8)], 'yes');
  expect(alternative).toMatchObject({
    score: 80,
    interpretations: ['a', '{"b":1}'],
    interpretation_scores: [60, 20],
  });
});

test('what is the same to the grammar comes once, as its likeliest', async () => {
  const all = await found([spoken('um yes', 0.6), spoken('yes', 0.2)], 'yes');
  expect(all.map(({ text, score }) => [text, score])).toEqual([['yes', 60]]);
});
