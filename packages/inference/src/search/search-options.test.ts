import { expect, test } from 'vitest';
import { moonshineVocabulary } from '../speech/moonshine-vocabulary.ts';
import type { SpeechModel } from '../speech/speech-model.ts';
import { searchOptions } from './search-options.ts';

const model = {
  prompt: (language: string) => (language === 'en' ? [1] : [1, 2, 3]),
  shape: { maxTokens: 50 },
  vocabulary: moonshineVocabulary,
} as unknown as SpeechModel;
const options = (seconds: number, sentences = 1) =>
  searchOptions(model, 'en', { samples: new Float32Array(seconds * 16_000), sentences });

test('a text grows with the audio, as far as the model can write', () => {
  expect(options(1).maxTokens).toBeLessThan(options(4).maxTokens);
  expect(options(1).maxTokens).toBeGreaterThanOrEqual(6);
  expect(options(60).maxTokens).toBe(50 - 1 - 1);
});

test('a text has words in it, however short the audio', () => {
  expect(options(0.2).minTokens).toBe(1);
});

test('alternatives take more beams, and more texts to find them among', () => {
  const [one, five] = [options(2), options(2, 5)];
  expect(five.beams).toBeGreaterThan(one.beams);
  expect(five.prune).toBeGreaterThan(one.prune);
  expect(one.hypotheses).toBe(1);
  expect(five.hypotheses).toBeGreaterThan(5);
});

test('alternatives are told apart by what is said, not by case and marks', () => {
  const { textOf } = options(2, 5);
  const said = (text: string) =>
    moonshineVocabulary
      .encode(text)
      .map((token) => textOf!(token))
      .join('');
  expect(said('Yes, please!')).toBe(said('yes please'));
  expect(said('yes please')).not.toBe(said('no please'));
  expect(options(2).textOf).toBeUndefined();
});

test('the prompt is that of the language, and hints guide the search', () => {
  const input = { samples: new Float32Array(16_000), sentences: 1 };
  expect(searchOptions(model, 'pt', input).prompt).toEqual([1, 2, 3]);
  expect(searchOptions(model, 'en', input).guide).toBeUndefined();
  expect(searchOptions(model, 'en', { ...input, hints: [{ phrase: 'pix', boost: 10 }] }).guide).toBeDefined();
});

test('Moonshine weighs several texts, but not beside grammars and for partial results', () => {
  const moonshine = { ...model, shape: { ...model.shape, family: 'moonshine' } } as SpeechModel;
  const input = { samples: new Float32Array(16_000), sentences: 1 };
  const weighed = (asked: object) => searchOptions(moonshine, 'en', { ...input, ...asked }).hypotheses;
  expect(weighed({})).toBeGreaterThan(3);
  expect([weighed({ grammars: [] }), weighed({ quick: true })]).toEqual([1, 1]);
});
