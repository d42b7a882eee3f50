import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { averageLinkage } from './average-linkage.ts';

/** Merge heights by looking for the nearest pair of clusters each time. */
function heightsBySearch(points: readonly number[]): number[] {
  const clusters = points.map((point) => [point]);
  const mean = (a: readonly number[], b: readonly number[]) =>
    a.reduce((sum, x) => sum + b.reduce((inner, y) => inner + Math.abs(x - y), 0), 0) / (a.length * b.length);
  const heights: number[] = [];
  while (clusters.length > 1) {
    let best = { distance: Number.POSITIVE_INFINITY, a: 0, b: 1 };
    for (let a = 0; a < clusters.length; a++) {
      for (let b = a + 1; b < clusters.length; b++) {
        const distance = mean(clusters[a]!, clusters[b]!);
        if (distance < best.distance) best = { distance, a, b };
      }
    }
    heights.push(best.distance);
    clusters[best.a]!.push(...clusters.splice(best.b, 1)[0]!);
  }
  return heights;
}

function matrix(points: readonly number[]): Float32Array {
  return Float32Array.from({ length: points.length ** 2 }, (_, n) =>
    Math.abs(points[Math.floor(n / points.length)]! - points[n % points.length]!),
  );
}

describe('average linkage', () => {
  test('merges what is near first', () => {
    const merges = averageLinkage(matrix([0, 1, 10, 12]), [1, 1, 1, 1]);
    expect(merges.map(({ a, b, distance }) => [a, b, distance])).toEqual([
      [0, 1, 1],
      [2, 3, 2],
      [0, 2, 10.5],
    ]);
  });

  test('counts members by their weight', () => {
    const merges = averageLinkage(matrix([0, 1, 10]), [3, 1, 1]);
    expect(merges[1]!.distance).toBeCloseTo((3 * 10 + 9) / 4, 4);
  });

  test('has the heights of a plain search, where no two distances are the same', () => {
    fc.assert(
      fc.property(
        fc.uniqueArray(fc.double({ min: 0, max: 100, noNaN: true }), { minLength: 1, maxLength: 12 }),
        (points) => {
          const merges = averageLinkage(
            matrix(points),
            points.map(() => 1),
          );
          const expected = heightsBySearch(points);
          expect(merges).toHaveLength(points.length - 1);
          const worst = merges.map(({ distance }, n) => Math.abs(distance - expected[n]!));
          expect(Math.max(0, ...worst)).toBeLessThan(1e-3);
        },
      ),
    );
  });
});
