import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { stretched } from './stretch.ts';

const RATE = 24_000;
const tone = (hertz: number, seconds: number) =>
  Float32Array.from({ length: seconds * RATE }, (_, at) => 0.5 * Math.sin((2 * Math.PI * hertz * at) / RATE));

/** Upward passages through zero a second. */
function hertzOf(samples: Float32Array): number {
  let passages = 0;
  for (let at = 1; at < samples.length; at++) if (samples[at - 1]! < 0 && samples[at]! >= 0) passages++;
  return (passages * RATE) / samples.length;
}

describe.each([0.6, 1.25, 1.5, 2])('by %f', (factor) => {
  test('a tone keeps its pitch, its level and its smoothness', () => {
    const out = stretched(tone(150, 1), factor, RATE);
    expect(out).toHaveLength(Math.round(RATE / factor));
    expect(Math.abs(hertzOf(out) - 150)).toBeLessThan(6);
    const inside = out.subarray(1000, out.length - 1500);
    const level = Math.sqrt(inside.reduce((sum, each) => sum + each * each, 0) / inside.length);
    expect(level).toBeCloseTo(0.5 / Math.SQRT2, 1);
    for (let at = 1; at < inside.length; at++)
      expect(Math.abs(inside[at]! - inside[at - 1]!)).toBeLessThan(0.04);
  });
});

test('any signal gets its length, and is never louder than it was', () => {
  fc.assert(
    fc.property(
      fc.array(fc.float({ min: -1, max: 1, noNaN: true }), { maxLength: 3000 }),
      fc.double({ min: 0.5, max: 3, noNaN: true }),
      (values, factor) => {
        const out = stretched(Float32Array.from(values), factor, RATE);
        expect(out).toHaveLength(Math.round(values.length / factor));
        expect(out.every((sample) => Math.abs(sample) <= 1.001)).toBe(true);
      },
    ),
    { numRuns: 30 },
  );
});
