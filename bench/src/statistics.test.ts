import fc from 'fast-check';
import { expect, test } from 'vitest';
import { interval, median, quantile, shareInterval } from './statistics.ts';

test('quantiles are values of the list, whatever its order', () => {
  expect(median([5, 1, 3])).toBe(3);
  expect(quantile([4, 1, 3, 2], 0.9)).toBe(4);
  expect(quantile([], 0.5)).toBeNaN();
  expect(interval(Array.from({ length: 200 }, (_, n) => 199 - n))).toEqual([5, 195]);
});

test('the interval of a share holds the share, lies between 0 and 1, and narrows with the number', () => {
  expect(shareInterval(8, 10).map((bound) => bound.toFixed(3))).toEqual(['0.490', '0.943']);
  fc.assert(
    fc.property(fc.nat(50), fc.integer({ min: 1, max: 50 }), (part, more) => {
      const all = part + more;
      const [low, high] = shareInterval(part, all);
      const [closerLow, closerHigh] = shareInterval(10 * part, 10 * all);
      expect(low).toBeGreaterThan(-1e-12);
      expect(low).toBeLessThanOrEqual(part / all + 1e-12);
      expect(high).toBeGreaterThanOrEqual(part / all);
      expect(high).toBeLessThanOrEqual(1 + 1e-12);
      expect(closerHigh - closerLow).toBeLessThan(high - low);
    }),
  );
});
