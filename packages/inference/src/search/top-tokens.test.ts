import fc from 'fast-check';
import { expect, test } from 'vitest';
import { topTokens } from './top-tokens.ts';

const nothing = () => false;

test('the most probable come first, those below the floor not at all', () => {
  const logProbs = Float32Array.of(-3, -1, -30, -2);
  expect(topTokens(logProbs, 2, -25, nothing).map(({ token }) => token)).toEqual([1, 3]);
  expect(topTokens(logProbs, 9, -25, nothing).map(({ token }) => token)).toEqual([1, 3, 0]);
  expect(topTokens(logProbs, 2, -25, (token) => token === 1).map(({ token }) => token)).toEqual([3, 0]);
});

test('what is no number is left out', () => {
  expect(topTokens(Float32Array.of(Number.NaN, -1, Number.NEGATIVE_INFINITY), 3, -25, nothing)).toEqual([
    { token: 1, logProb: -1 },
  ]);
});

test('are those that sorting the whole row gives', () => {
  const row = fc.array(fc.double({ min: -40, max: 0, noNaN: true }), { minLength: 1, maxLength: 60 });
  fc.assert(
    fc.property(row, fc.integer({ min: 1, max: 8 }), (values, count) => {
      const logProbs = Float32Array.from(values);
      const sorted = [...logProbs].filter((each) => each > -25).toSorted((a, b) => b - a);
      expect(topTokens(logProbs, count, -25, nothing).map(({ logProb }) => logProb)).toEqual(
        sorted.slice(0, count),
      );
    }),
  );
});
