import fc from 'fast-check';
import { expect, test } from 'vitest';
import { fadeLevel, levelRatio } from './piece-levels.ts';

const tone = (size: number) => Float32Array.from({ length: 200 }, (_, at) => size * Math.sin(at / 5));

test('a softer reading is made as loud as the other', () => {
  expect(levelRatio(tone(0.5), tone(0.4))).toBeCloseTo(1.25, 3);
  expect(levelRatio(tone(0.4), tone(0.5))).toBeCloseTo(0.8, 3);
});

test('silence and large differences are not made up for', () => {
  expect(levelRatio(tone(0), tone(1))).toBe(1);
  expect(levelRatio(tone(1), tone(0))).toBe(1);
  expect(levelRatio(tone(1), tone(0.1))).toBe(1.4);
  expect(levelRatio(tone(0.1), tone(1))).toBe(0.7);
});

test('the factor fades to none without a step', () => {
  fc.assert(
    fc.property(fc.double({ min: 0.7, max: 1.4, noNaN: true }), (factor) => {
      const samples = new Float32Array(1000).fill(1);
      fadeLevel(samples, factor);
      expect(samples[0]).toBeCloseTo(factor, 5);
      expect(samples.at(-1)).toBeCloseTo(1, 2);
      const steps = samples.subarray(1).filter((sample, at) => Math.abs(sample - samples[at]!) > 0.001);
      expect(steps).toHaveLength(0);
    }),
  );
});
