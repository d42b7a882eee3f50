import type { Point } from '../plot.ts';

/** By how much y grows for one more x, by least squares; NaN for fewer than two places. */
export function slope(points: readonly Point[]): number {
  const mean = (at: 0 | 1) => points.reduce((sum, point) => sum + point[at], 0) / points.length;
  const [x, y] = [mean(0), mean(1)];
  const over = points.reduce((sum, point) => sum + (point[0] - x) * (point[1] - y), 0);
  const under = points.reduce((sum, point) => sum + (point[0] - x) ** 2, 0);
  return under === 0 ? Number.NaN : over / under;
}
