import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Hypothesis } from '../../search/beam-search.ts';
import { emptinessOf, isNoSpeech, UNINTELLIGIBLE } from './no-speech.ts';

const detected = (noSpeech: number) => ({ language: 'en', probability: 1, noSpeech });
const text = (...logProbs: number[]): Hypothesis => ({
  tokens: [],
  logProbs,
  total: logProbs.reduce((sum, logProb) => sum + logProb, 0),
  ended: true,
  state: undefined,
});

const LITTLE = [{ start: 0.2, end: 0.7 }];
const MUCH = [{ start: 0.2, end: 1.4 }];

test('doubt that anybody speaks and unsure words together are no speech', () => {
  const empty = -20;
  expect(isNoSpeech(detected(0.95), { best: text(-2, -1.5), empty }, LITTLE)).toBe(true);
  expect(isNoSpeech(detected(0.95), { best: text(-0.1, -0.1), empty }, LITTLE)).toBe(false);
  expect(isNoSpeech(detected(0.1), { best: text(-1.5, -1.5), empty }, LITTLE)).toBe(false);
});

test('a text that nearly always ends at once, with one word for the rest, is no speech', () => {
  // Rain, a sneeze and two dogs, as measured; then "four", "no" and the letter s.
  for (const [empty, total] of [
    [-0.0038, -5.7],
    [-0.001, -7.7],
    [-0.012, -6.2],
    [-0.003, -12.3],
  ] as const) {
    expect(isNoSpeech(detected(0), { best: text(total), empty }, LITTLE)).toBe(true);
    expect(isNoSpeech(detected(0), { best: text(total), empty }, MUCH)).toBe(false);
  }
  for (const [empty, total] of [
    [-0.151, -4.64],
    [-0.19, -3.12],
    [-0.082, -4.61],
  ] as const) {
    expect(isNoSpeech(detected(0), { best: text(total), empty }, LITTLE)).toBe(false);
  }
});

test('a word that the model does not understand is known by its emptiness', () => {
  const mumbled = { best: text(-4.64), empty: -0.151 };
  expect(emptinessOf(detected(0), mumbled, LITTLE)).toBeGreaterThan(UNINTELLIGIBLE);
  expect(emptinessOf(detected(0), mumbled, MUCH)).toBe(0);
  expect(emptinessOf(detected(0), { best: text(-0.5), empty: -3.1 }, LITTLE)).toBe(0);
  // Whisper says by itself that nobody speaks; its first token is never the end.
  expect(emptinessOf(detected(0.1), mumbled, LITTLE)).toBe(0);
});

test('no text at all is no speech', () => {
  expect(isNoSpeech(detected(0), { best: undefined, empty: 0 }, MUCH)).toBe(true);
});

test('the more probable it is that the text ends at once, the more it is no speech', () => {
  const logProb = fc.double({ min: -12, max: 0, noNaN: true });
  fc.assert(
    fc.property(logProb, logProb, logProb, (one, other, total) => {
      const [less, more] = [one, other]
        .toSorted((a, b) => a - b)
        .map((empty) => ({ best: text(total), empty }));
      if (isNoSpeech(detected(0), less!, LITTLE)) expect(isNoSpeech(detected(0), more!, LITTLE)).toBe(true);
      expect(emptinessOf(detected(0), more!, LITTLE)).toBeGreaterThanOrEqual(
        emptinessOf(detected(0), less!, LITTLE),
      );
    }),
  );
});
