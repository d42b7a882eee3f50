import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { RateHalver } from './halve-rate.ts';

const RATE = 16_000;

function tone(hertz: number): Float32Array {
  return Float32Array.from({ length: 4096 }, (_, n) => Math.sin((2 * Math.PI * hertz * n) / RATE));
}

/** Of a tone behind the filter, in decibels of what it was. */
function gain(hertz: number): number {
  const halved = new RateHalver().halve(tone(hertz)).subarray(64);
  const power = halved.reduce((sum, sample) => sum + sample ** 2, 0) / halved.length;
  return 10 * Math.log10(2 * power);
}

describe('at half the rate', () => {
  test('what a telephone carries is as it was, and what has no place is gone', () => {
    for (const hertz of [100, 300, 1000, 2000, 3000, 3400]) expect(Math.abs(gain(hertz))).toBeLessThan(0.5);
    for (const hertz of [5000, 6000, 7000, 7900]) expect(gain(hertz)).toBeLessThan(-45);
  });

  test('a stream is the same in any chunks', () => {
    const samples = tone(440);
    const whole = new RateHalver().halve(samples);
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 1, max: 700 }), { maxLength: 20 }), (pairs) => {
        const halver = new RateHalver();
        const parts: number[] = [];
        let at = 0;
        for (const length of [...pairs, samples.length]) {
          const chunk = samples.subarray(at, at + 2 * length);
          parts.push(...halver.halve(chunk));
          at += chunk.length;
        }
        expect(parts).toEqual([...whole]);
      }),
    );
  });
});
