/** The 63 scale factors: 2 and downwards, by two decibels each. */
const factors = Float64Array.from({ length: 63 }, (_, i) => 2 ** (1 - i / 3));

export const scaleFactor = (index: number): number => factors[index]!;

/** The smallest scale factor that is not below `peak`. */
export function scaleIndex(peak: number): number {
  if (peak <= factors[62]!) return 62;
  const index = Math.max(0, Math.floor(3 * (1 - Math.log2(peak)) + 1e-9));
  return factors[index]! >= peak ? index : Math.max(0, index - 1);
}

/** The scale factors of a band's three parts, and how they are written. */
export interface BandScale {
  /** One for each part of 12 samples. */
  readonly parts: readonly [number, number, number];
  /** The code that says which parts share one. */
  readonly select: 0 | 1 | 2 | 3;
  readonly written: readonly number[];
}

/**
 * Scale factors this far apart, 4 dB, are merged into the larger: six bits saved are worth more than the fraction of a
 * bit for each sample that the quieter part loses.
 */
const tolerance = 2;

export function shareScales(a: number, b: number, c: number): BandScale {
  const near = (...indices: number[]) => Math.max(...indices) - Math.min(...indices) <= tolerance;
  if (near(a, b, c)) {
    const all = Math.min(a, b, c);
    return { parts: [all, all, all], select: 2, written: [all] };
  }
  if (near(a, b)) {
    const both = Math.min(a, b);
    return { parts: [both, both, c], select: 1, written: [both, c] };
  }
  if (near(b, c)) {
    const both = Math.min(b, c);
    return { parts: [a, both, both], select: 3, written: [a, both] };
  }
  return { parts: [a, b, c], select: 0, written: [a, b, c] };
}
