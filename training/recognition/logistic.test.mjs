import { expect, test } from 'vitest';
import { fitLogistic, probability } from './logistic.mjs';

/** So many examples of each input that the share of right ones is what the weights say. */
function examplesOf(weights, inputs) {
  return inputs.flatMap((each) => {
    const right = Math.round(100 * probability(weights, each));
    return Array.from({ length: 100 }, (_, n) => ({ inputs: each, right: n < right }));
  });
}

test('finds the weights that examples were made with', () => {
  const weights = [3.3, 0.8, -2];
  const inputs = [-3, -1, 0].flatMap((first) => [0, 1].map((second) => [first, second]));
  const found = fitLogistic(examplesOf(weights, inputs));
  for (const [n, weight] of weights.entries()) expect(Math.abs(found[n] - weight)).toBeLessThan(0.1);
});

test('stays finite where every example is right', () => {
  const found = fitLogistic([0, 1, 2].map((input) => ({ inputs: [input], right: true })));
  expect(found.every(Number.isFinite)).toBe(true);
  expect(probability(found, [1])).toBeGreaterThan(0.99);
});
