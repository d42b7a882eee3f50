import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { Point } from '../plot.ts';
import { slope } from './slope.ts';

it('is that of the line that the points are on', () => {
  const small = fc.integer({ min: -100, max: 100 });
  fc.assert(
    fc.property(small, small, fc.uniqueArray(small, { minLength: 2 }), (a, b, xs) => {
      expect(slope(xs.map((x): Point => [x, a * x + b]))).toBeCloseTo(a, 6);
    }),
  );
});

it('does not feel noise that is the same on both sides', () => {
  expect(slope([0, 1, 2, 3].map((x): Point => [x, 5 + (x === 0 || x === 3 ? 1 : -1)]))).toBeCloseTo(0);
});

it('is unknown where all points are above each other', () => {
  expect(slope([[1, 1]])).toBeNaN();
});
