import { expect, test } from 'vitest';
import type { Hypothesis } from '../decode/beam-search.ts';
import { isNoSpeech } from './no-speech.ts';

const heard = (noSpeech: number) => ({ language: 'en', probability: 1, noSpeech });
const text = (...logProbs: number[]): Hypothesis => ({
  tokens: [],
  logProbs,
  total: 0,
  ended: true,
  state: undefined,
});

test('doubt that anybody speaks and unsure words together are no speech', () => {
  expect(isNoSpeech(heard(0.95), text(-2, -1.5))).toBe(true);
  expect(isNoSpeech(heard(0.95), text(-0.1, -0.1))).toBe(false);
  expect(isNoSpeech(heard(0.1), text(-1.5, -1.5))).toBe(false);
});

test('a model that cannot tell never says so, but no text at all is no speech', () => {
  expect(isNoSpeech(heard(0), text(-20, -20))).toBe(false);
  expect(isNoSpeech(heard(0), undefined)).toBe(true);
  expect(isNoSpeech(heard(1), text())).toBe(false);
});
