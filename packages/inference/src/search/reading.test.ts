import { expect, test } from 'vitest';
import { moonshineVocabulary as vocabulary } from '../speech/moonshine-vocabulary.ts';
import type { Hypothesis } from './beam-search.ts';
import { distinctReadings, readHypothesis } from './reading.ts';

const hypothesis = (text: string, total = 0): Hypothesis => ({
  tokens: vocabulary.encode(text),
  logProbs: [],
  total,
  ended: true,
  state: undefined,
});
const read = (text: string, written = false, total = 0) =>
  readHypothesis(vocabulary, hypothesis(text, total), 'en', written);

test('plain text is in small letters and words, written text as people write', () => {
  expect(read('Pay 25 dollars, please.').text).toBe('pay twenty five dollars please');
  expect(read('Pay 25 dollars, please.', true).text).toBe('Pay $25, please.');
});

test('every word knows the source words it is made of, and they their tokens', () => {
  const { source, words } = read('Pay 25 dollars.');
  expect(source.map(({ text }) => text)).toEqual(['Pay', '25', 'dollars.']);
  expect(source.map(({ from }) => from).slice(1)).toEqual(source.map(({ to }) => to).slice(0, -1));
  expect(words.map(({ text, from, to }) => [text, from, to])).toEqual([
    ['pay', 0, 1],
    ['twenty', 1, 2],
    ['five', 1, 2],
    ['dollars', 2, 3],
  ]);
});

test('spellings of a text are one reading, as probable as all together', () => {
  const readings = [read('For', false, Math.log(0.4)), read('Four.', false, Math.log(0.3))];
  const more = [read('4', false, Math.log(0.2)), read('', false, Math.log(0.1))];
  expect(distinctReadings([...readings, ...more]).map(({ text }) => text)).toEqual(['four', 'for']);
  expect(distinctReadings([])).toEqual([]);
});
