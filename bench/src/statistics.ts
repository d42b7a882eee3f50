/** The value that so large a part of them is below; NaN where there are none. */
export function quantile(values: readonly number[], part: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(part * sorted.length))] ?? Number.NaN;
}

export function median(values: readonly number[]): number {
  return quantile(values, 0.5);
}

export type Interval = readonly [low: number, high: number];

/** The 95 % interval of a figure, of values of it under random draws. */
export function interval(values: readonly number[]): Interval {
  return [quantile(values, 0.025), quantile(values, 0.975)];
}

const Z = 1.96;

/** The interval that holds the true share in 95 of 100 cases, where it was `some` of `all` (Wilson). */
export function shareInterval(some: number, all: number): Interval {
  const share = some / all;
  const middle = share + Z ** 2 / (2 * all);
  const half = Z * Math.sqrt((share * (1 - share)) / all + Z ** 2 / (4 * all ** 2));
  const whole = 1 + Z ** 2 / all;
  return [(middle - half) / whole, (middle + half) / whole];
}
