import fc from 'fast-check';
import { expect, it } from 'vitest';
import { drawLoad } from './load-plot.ts';

const positive = fc.double({ min: 0.001, max: 1e6, noNaN: true });
const point = fc.record({
  clients: fc.integer({ min: 1, max: 64 }),
  speed: positive,
  p50: positive,
  p95: positive,
});

it('draws every point inside the picture', () => {
  fc.assert(
    fc.property(fc.array(point, { minLength: 1, maxLength: 6 }), (points) => {
      const drawn = drawLoad('a title', points);
      const [, width, height] = /width="(\d+)" height="(\d+)"/.exec(drawn)!.map(Number);
      const dots = [...drawn.matchAll(/<circle cx="([^"]+)" cy="([^"]+)"/g)];
      expect(dots).toHaveLength(3 * points.length);
      for (const [, x, y] of dots.map((found) => found.map(Number))) {
        expect(x).toBeGreaterThanOrEqual(0);
        expect(x).toBeLessThanOrEqual(width!);
        expect(y).toBeGreaterThanOrEqual(0);
        expect(y).toBeLessThanOrEqual(height!);
      }
    }),
  );
});
