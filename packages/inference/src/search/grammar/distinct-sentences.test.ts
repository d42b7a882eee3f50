import { expect, test } from 'vitest';
import type { Hypothesis } from '../beam-search.ts';
import { distinctSentences } from './distinct-sentences.ts';
import type { BoundSentence } from './grammar-guide.ts';

/** A hypothesis of a probability whose state is what it means to grammars: `0:yes`, fillers in brackets. */
const hypothesis = (probability: number, ...sentences: string[]): Hypothesis => ({
  tokens: [],
  logProbs: [],
  total: Math.log(probability),
  ended: true,
  state: sentences.map((text): BoundSentence => {
    const [lm, words] = text.split(':') as [string, string];
    const parts = words.split(' ').map((word, at) => ({
      word: word.replace(/[()]/g, ''),
      from: at,
      to: at + 1,
      filler: word.startsWith('('),
    }));
    return { lm: Number(lm), words: parts };
  }),
});
const found = (...hypotheses: Hypothesis[]) =>
  distinctSentences(hypotheses, ({ state }) => state as BoundSentence[]).map(
    ({ sentence, logProb, share }) => [
      `${sentence.lm}:${sentence.words.map(({ word }) => word).join(' ')}`,
      Math.round(Math.exp(logProb) * 1000) / 1000,
      Math.round(share * 1000) / 1000,
    ],
  );

test('ways to write a sentence are added up, and the best comes first', () => {
  expect(found(hypothesis(0.4, '0:no'), hypothesis(0.3, '0:yes'), hypothesis(0.3, '0:yes'))).toEqual([
    ['0:yes', 0.6, 0.6],
    ['0:no', 0.4, 0.4],
  ]);
});

test('a sentence of several grammars is as probable for each of them', () => {
  expect(found(hypothesis(0.3, '0:twenty five', '1:two five'), hypothesis(0.1, '1:two nine'))).toEqual([
    ['0:twenty five', 0.3, 0.75],
    ['1:two five', 0.3, 0.75],
    ['1:two nine', 0.1, 0.25],
  ]);
});

test('what GARBAGE takes makes no difference', () => {
  expect(
    found(hypothesis(0.2, '0:(um) yes'), hypothesis(0.2, '0:yes'), hypothesis(0.1, '0:(a) yes')),
  ).toEqual([['0:um yes', 0.5, 1]]);
});

test('what is no sentence, or did not come to an end, is left out', () => {
  const cut = { ...hypothesis(0.5, '0:yes'), ended: false };
  expect(found(cut, hypothesis(0.3), hypothesis(0.1, '0:no'))).toEqual([['0:no', 0.1, 1]]);
  expect(found()).toEqual([]);
});
