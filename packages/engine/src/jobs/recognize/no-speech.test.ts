import { expect, test } from 'vitest';
import type { Hypothesis } from '../../search/beam-search.ts';
import { isNoSpeech } from './no-speech.ts';

const detected = (noSpeech: number) => ({ language: 'en', probability: 1, noSpeech });
const text = (...logProbs: number[]): Hypothesis => ({
  tokens: [],
  logProbs,
  total: 0,
  ended: true,
  state: undefined,
});

const LITTLE = [{ start: 0.2, end: 0.7 }];

test('a high no-speech probability and unsure words together are no speech', () => {
  expect(isNoSpeech(detected(0.95), text(-2, -1.5), LITTLE)).toBe(true);
  expect(isNoSpeech(detected(0.95), text(-0.1, -0.1), LITTLE)).toBe(false);
  expect(isNoSpeech(detected(0.1), text(-1.5, -1.5), LITTLE)).toBe(false);
});

test('a model that cannot tell never says so, but no text at all is no speech', () => {
  expect(isNoSpeech(detected(0), text(-20, -20), LITTLE)).toBe(false);
  expect(isNoSpeech(detected(0), undefined, LITTLE)).toBe(true);
  expect(isNoSpeech(detected(1), text(), LITTLE)).toBe(false);
});

test('what a voice detector is sure of is speech', () => {
  expect(isNoSpeech(detected(0.95), text(-2, -1.5), [{ start: 0.2, end: 1.4 }])).toBe(false);
});
