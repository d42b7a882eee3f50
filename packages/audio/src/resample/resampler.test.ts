import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { level, sine } from '../../test/signal.ts';
import { Resampler, resample } from './resampler.ts';

const ratios = [
  [8000, 16_000],
  [11_025, 16_000],
  [22_050, 16_000],
  [44_100, 16_000],
  [48_000, 16_000],
  [96_000, 16_000],
  [192_000, 16_000],
  [44_101, 16_000],
  [191_999, 8000],
  [44_100, 8000],
  [4000, 192_000],
] as const;

/** Half a second from the middle, away from where the tone starts and stops. */
const middle = (samples: Float32Array, rate: number) => samples.slice(rate / 4, rate / 4 + rate / 2);

describe.each(ratios)('%i → %i Hz', (from, to) => {
  const nyquist = Math.min(from, to) / 2;

  test('ripple stays within 0.1 dB up to 0.85 of Nyquist', () => {
    for (const share of [0.02, 0.3, 0.6, 0.8, 0.85]) {
      const frequency = Math.round(share * nyquist);
      const out = middle(resample(sine(frequency, from, 1), from, to), to);
      expect(Math.abs(level(out, frequency, to)), `${frequency} Hz`).toBeLessThan(0.1);
    }
  });

  test('what lies above Nyquist comes back below −80 dB', () => {
    if (from < to) return expectImagesGone(from, to);
    for (const share of [1.0, 1.02, 1.15, 1.5, 1.9]) {
      const frequency = share * nyquist;
      if (frequency >= from / 2) continue;
      const out = middle(resample(sine(frequency, from, 1), from, to), to);
      const rms = Math.sqrt(out.reduce((sum, value) => sum + value * value, 0) / out.length);
      expect(20 * Math.log10(rms * Math.SQRT2), `${frequency} Hz`).toBeLessThan(-80);
    }
  });

  test('time does not shift: a tone keeps its phase and its length', () => {
    const frequency = nyquist / 8;
    const out = resample(sine(frequency, from, 1), from, to);
    const expected = sine(frequency, to, 1);
    expect(out.length).toBe(to);
    const [got, wanted] = [middle(out, to), middle(expected, to)];
    const error = got.reduce((most, value, i) => Math.max(most, Math.abs(value - wanted[i]!)), 0);
    expect(error).toBeLessThan(1e-3);
  });
});

/** A tone that is raised in rate must not gain mirror images between the old Nyquist frequency and the new. */
function expectImagesGone(from: number, to: number): void {
  const frequency = Math.round(0.4 * from);
  const out = middle(resample(sine(frequency, from, 1), from, to), to);
  const image = from - frequency;
  if (image < to / 2) expect(level(out, image, to)).toBeLessThan(-80);
}

test('the pieces do not matter', () => {
  const piece = fc.integer({ min: 1, max: 9000 });
  const gentle = ratios.filter(([from, to]) => from <= 4 * to && to <= 4 * from);
  const property = fc.property(
    fc.array(piece, { maxLength: 4 }),
    fc.constantFrom(...gentle),
    (pieces, [from, to]) => {
      const input = sine(440, from, pieces.reduce((sum, length) => sum + length, 0) / from, 0.5);
      const whole = resample(input, from, to);
      const resampler = new Resampler(from, to);
      const out: number[] = [];
      const receive = (part: Float32Array) => {
        for (const value of part) out.push(value);
      };
      let at = 0;
      for (const length of pieces) {
        resampler.write(input.subarray(at, at + length), receive);
        at += length;
      }
      resampler.end(receive);
      expect(Float32Array.from(out)).toEqual(whole);
    },
  );
  fc.assert(property, { numRuns: 25 });
});

test('two streams at once do not disturb each other', () => {
  const [a, b] = [sine(300, 44_100, 1), sine(500, 48_000, 1)];
  const [alone, other] = [new Resampler(44_100, 16_000), new Resampler(48_000, 16_000)];
  const out: number[] = [];
  for (let at = 0; at < a.length; at += 1000) {
    alone.write(a.subarray(at, at + 1000), (part) => out.push(...part));
    other.write(b.subarray(at, at + 1000), () => {});
  }
  alone.end((part) => out.push(...part));
  expect(Float32Array.from(out)).toEqual(resample(a, 44_100, 16_000));
});

test.each([0, 3999, 192_001, 44_100.5, Number.NaN])('a rate of %s is refused', (rate) => {
  expect(() => new Resampler(rate, 16_000)).toThrow('a sample rate must be a whole number');
  expect(() => new Resampler(16_000, rate)).toThrow('a sample rate must be a whole number');
});
