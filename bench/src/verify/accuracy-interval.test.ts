import { expect, test } from 'vitest';
import { errorInterval } from './accuracy-interval.ts';
import { equalErrorRate } from './accuracy-rates.ts';

/** Four comparisons of each of 20 people with themselves and one with everybody else; the first few score as others do. */
function scores(mistaken: number) {
  const people = Array.from({ length: 20 }, (_, n) => n);
  const targets = people.flatMap((n) => Array(4).fill(n) as number[]);
  const pairs = people.flatMap((a) => people.filter((b) => a !== b).map((b) => [a, b] as const));
  return {
    targets: Float64Array.from(targets, (who, n) => (who < mistaken ? 0.05 : 2) + n / 1000),
    impostors: Float64Array.from(pairs, (_, n) => n / pairs.length),
    people: { count: people.length, targets, impostors: pairs },
  };
}

test('without errors there is nothing to draw', () => {
  expect(errorInterval(scores(0))).toEqual([0, 0]);
});

test('the interval holds the rate, and is wide where few people make all of the errors', () => {
  const some = scores(2);
  const [low, high] = errorInterval(some);
  const rate = equalErrorRate(some);
  expect(rate).toBeGreaterThan(0.05);
  expect(low).toBeLessThan(rate);
  expect(high).toBeGreaterThan(rate);
  expect(high - low).toBeGreaterThan(0.05);
});
