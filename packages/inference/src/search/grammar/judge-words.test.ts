import { expect, test } from 'vitest';
import { clearSounds } from '../../sounds/test-support/clear-sounds.ts';
import type { Hypothesis } from '../beam-search.ts';
import type { SegmentSearch } from '../segment-search.ts';
import { judgeWords } from './judge-words.ts';
import type { SpokenSentence } from './spoken-sentences.ts';
import { characters } from './test-support/characters.ts';

const SIGNS = ['', 'b', 'd', 'i', 'p', 't', 'u', 'ɹ', 'ɛ'];

const readerOf = (heard: readonly string[]) => clearSounds(SIGNS, heard);

const segment = {
  ...{ language: 'en', prompt: [], checkpoint: async () => {} },
  encoded: { inner: new Map(), frames: 6 },
  model: { vocabulary: characters },
  run: { begin() {}, logProbsOf: async () => [-5, -1] },
} as unknown as SegmentSearch;
const free = { tokens: [], logProbs: [-1], total: -1, ended: true } as unknown as Hypothesis;

function foundByText(word: string, logProb: number): SpokenSentence {
  const sentence = { lm: 0, words: [{ word, from: 0, to: 1, filler: false }] };
  const hypothesis = { tokens: [1], logProbs: [logProb], total: logProb, ended: true, state: undefined };
  return { sentence, hypothesis, logProb, share: 1, distance: 0.5, exact: true };
}

const wordsOf = (all: readonly SpokenSentence[]) => all.map(({ sentence }) => sentence.words[0]!.word);
const single = (...words: string[]) => words.map((word) => ({ lm: 0, word }));

test('what was found by its text gives way to what sounds like what was heard', async () => {
  const heard = readerOf(['', 'p', '', 'i', 'i', '']);
  const found = [foundByText('b', -2)];
  // Nobody looks at the text of what sounds quite otherwise.
  const words = single('b', 'd', 'p', 'zoo');
  const judged = await judgeWords(segment, heard, { free, freeText: 'be', found, words });
  expect(wordsOf(judged)).toEqual(['p', 'b', 'd']);
  expect(judged[0]).toMatchObject({ wordLack: { logProb: 0, sounds: 2 }, exact: true, logProb: -6 });
  expect(judged.reduce((sum, { share }) => sum + share, 0)).toBeCloseTo(1);
  expect(judged[0]!.share).toBeGreaterThan(0.6);
});

test('words that sound the same are told apart by their text alone', async () => {
  const heard = readerOf(['', 't', '', 'u', '', '']);
  const found = [foundByText('two', -1), foundByText('too', -9)];
  const judged = await judgeWords(segment, heard, {
    free,
    freeText: 'two',
    found,
    words: single('b', 'd'),
  });
  expect(wordsOf(judged).slice(0, 2)).toEqual(['two', 'too']);
  expect(judged[0]!.share).toBeGreaterThan(0.95);
});

test('words sound the same that are said alike in any way', async () => {
  // "Read" is said like "reed" and like "red".
  const heard = readerOf(['', 'ɹ', '', 'ɛ', 'd', '']);
  const found = [foundByText('red', -1), foundByText('read', -11)];
  const judged = await judgeWords(segment, heard, { free, freeText: 'red', found, words: single('b') });
  expect(wordsOf(judged).slice(0, 2)).toEqual(['red', 'read']);
  expect(judged[0]!.share).toBeGreaterThan(0.95);
});

test('a word of two grammars has all of its share in each', async () => {
  const heard = readerOf(['', 'p', '', 'i', '', '']);
  const words = [
    { lm: 0, word: 'p' },
    { lm: 1, word: 'p' },
    { lm: 1, word: 'b' },
  ];
  const judged = await judgeWords(segment, heard, { free, freeText: 'pea', found: [], words });
  expect(judged.map(({ sentence }) => sentence.lm).slice(0, 2)).toEqual([0, 1]);
  expect(wordsOf(judged).slice(0, 2)).toEqual(['p', 'p']);
  expect(judged[0]!.share).toBeCloseTo(judged[1]!.share);
  expect(judged[0]!.share).toBeGreaterThan(0.6);
});

test('a word without known sounds is judged by its text', async () => {
  const heard = readerOf(['', 'd', '', 'i', '', '']);
  const found = [foundByText('zoo', -1)];
  const judged = await judgeWords(segment, heard, {
    free,
    freeText: 'zoo',
    found,
    words: single('zoo', 'p'),
  });
  expect(judged[0]).toMatchObject({ sentence: { words: [{ word: 'zoo' }] } });
  expect(judged[0]!.wordLack).toBeUndefined();
});

test('a request that is canceled ends while words are compared', async () => {
  const canceled = { ...segment, checkpoint: () => Promise.reject(new Error('canceled')) };
  const heard = readerOf(['', 'd', '', 'i', '', '']);
  const judged = judgeWords(canceled, heard, { free, freeText: 'd', found: [], words: single('d') });
  await expect(judged).rejects.toThrow('canceled');
});
