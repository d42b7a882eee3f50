import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { CURVE_HOP, KOKORO_RATE } from './frames.ts';
import { HarmonicSource } from './harmonic-source.ts';

const weights = { harmonics: [0.6, -0.2, 0.1, 0.05, 0, 0, 0.02, 0, -0.01], bias: 0.003 };

/** Plainly: the phase added up sample by sample, each overtone by itself. */
function toneAt(hertz: number, seconds: number): number {
  const sines = weights.harmonics.map(
    (weight, at) => weight * Math.sin(2 * Math.PI * (at + 1) * hertz * seconds),
  );
  return sines.reduce((sum, sine) => sum + sine, 0);
}

describe('a voiced stretch', () => {
  test('is a tone of its pitch with its overtones', () => {
    const hertz = 160;
    const samples = new HarmonicSource(weights, new Float32Array(40).fill(hertz)).samples(10, 20);
    // Cycles are counted from the middle of the first value on, which has all its cycles behind it.
    const shift = (at: number) => (10 * CURVE_HOP + at + 0.5 + CURVE_HOP / 2) / KOKORO_RATE;
    for (const [at, sample] of samples.entries())
      expect(Math.abs(Math.atanh(sample) - 0.1 * toneAt(hertz, shift(at)) - weights.bias)).toBeLessThan(1e-4);
  });

  test('is silent where there is no voice', () => {
    const samples = new HarmonicSource(weights, new Float32Array(40).fill(9)).samples(0, 40);
    expect(new Set(samples)).toEqual(new Set([Math.fround(Math.tanh(weights.bias))]));
  });
});

test('pieces of any curve are the same as the whole', () => {
  const curve = fc.array(fc.oneof(fc.constant(0), fc.float({ min: 0, max: 600, noNaN: true })), {
    minLength: 2,
    maxLength: 40,
  });
  fc.assert(
    fc.property(curve, fc.nat(), (pitch, cut) => {
      const source = new HarmonicSource(weights, Float32Array.from(pitch));
      const place = cut % pitch.length;
      const whole = source.samples(0, pitch.length);
      expect(whole.every((sample) => Math.abs(sample) <= 1)).toBe(true);
      expect([...source.samples(0, place), ...source.samples(place, pitch.length)]).toEqual([...whole]);
    }),
  );
});

test('has no steps where the pitch jumps within a voiced stretch', () => {
  const pitch = Float32Array.from({ length: 20 }, (_, at) => (at < 10 ? 100 : 300));
  const samples = new HarmonicSource(weights, pitch).samples(0, 20);
  for (let at = 1; at < samples.length; at++)
    expect(Math.abs(samples[at]! - samples[at - 1]!)).toBeLessThan(0.03);
});
