import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Hypothesis } from '../decode/beam-search.ts';
import { acceptance } from './acceptance.ts';

const free = (total: number, tokens: number): Hypothesis => ({
  tokens: [],
  logProbs: new Array(tokens).fill(total / tokens),
  total,
  ended: true,
  state: undefined,
});

test('a sentence as probable as free speech is what was said; one far less probable is not', () => {
  expect(acceptance(free(-3, 6), -3)).toMatchObject({ accepted: true });
  expect(acceptance(free(-3, 6), -3).chance).toBeGreaterThan(0.9);
  expect(acceptance(free(-3, 6), -60)).toMatchObject({ accepted: false });
  expect(acceptance(free(-3, 6), -60).chance).toBeLessThan(0.05);
});

test('a sentence more probable than what free speech found is no surer than one as probable', () => {
  expect(acceptance(free(-5, 6), -1)).toEqual(acceptance(free(-5, 6), -5));
});

test('a less probable sentence is never the more likely one', () => {
  const logProb = fc.double({ min: -100, max: 0, noNaN: true });
  fc.assert(
    fc.property(logProb, logProb, logProb, fc.integer({ min: 1, max: 50 }), (total, one, other, tokens) => {
      const [less, more] = [one, other]
        .toSorted((a, b) => a - b)
        .map((each) => acceptance(free(total, tokens), each));
      expect(less!.chance).toBeLessThanOrEqual(more!.chance);
      expect(Number(less!.accepted)).toBeLessThanOrEqual(Number(more!.accepted));
      expect(more!.chance).toBeGreaterThanOrEqual(0);
      expect(more!.chance).toBeLessThanOrEqual(1);
    }),
  );
});
