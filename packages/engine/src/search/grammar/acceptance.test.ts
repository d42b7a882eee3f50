import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Hypothesis } from '../beam-search.ts';
import { acceptance, leastLogProb, lossByLength } from './acceptance.ts';

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

test('less is asked of a sentence where free speech is in doubt itself', () => {
  const [sure, unsure] = [free(-0.5, 6), free(-9, 6)];
  expect(acceptance(unsure, -9 - 8).chance).toBeGreaterThan(acceptance(sure, -0.5 - 8).chance);
});

test('what is not worth looking for would not be accepted, and little of it would have been', () => {
  fc.assert(
    fc.property(fc.double({ min: -60, max: 0, noNaN: true }), (total) => {
      const least = leastLogProb(free(total, 8));
      expect(acceptance(free(total, 8), least - 1e-9).accepted).toBe(false);
      // A sentence may be two texts of half its probability.
      expect(acceptance(free(total, 8), least + Math.log(2) + 1e-9).accepted).toBe(true);
    }),
  );
});

test('less chance is enough where less is asked for, and a high threshold is not decided here', () => {
  const [said, other] = [free(-3, 6), -60];
  expect(acceptance(said, other, { leastChance: 0 })).toEqual({ ...acceptance(said, other), accepted: true });
  expect(leastLogProb(said, 0)).toBe(Number.NEGATIVE_INFINITY);
  expect(acceptance(said, -8, { leastChance: 0.9 })).toEqual(acceptance(said, -8));
  expect(leastLogProb(said, 0.9)).toBe(leastLogProb(said));
});

test('a sentence is less likely where the model would rather write nothing', () => {
  const chances = [0, 1, 4].map((emptiness) => acceptance(free(-4, 2), -6, { emptiness }).chance);
  expect(chances[0]).toBe(acceptance(free(-4, 2), -6).chance);
  expect(chances).toEqual(chances.toSorted((a, b) => b - a));
  expect(chances[2]).toBeLessThan(chances[0]! - 0.1);
});

test('a sentence for a part of the speech loses by what it leaves out', () => {
  const said = free(-2, 8);
  expect(lossByLength(said, 20, 20)).toBe(0);
  expect(lossByLength(said, 20, 40)).toBe(0);
  expect(lossByLength(said, 20, 16)).toBe(0);
  expect(lossByLength(said, 20, 4)).toBeGreaterThan(lossByLength(said, 20, 10));
  expect(acceptance(said, -2 - lossByLength(said, 20, 4)).accepted).toBe(false);
});
