import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { fadeIn, fadeOut, silenceBefore, speechEnd } from './edges.ts';

const RATE = 24_000;
const ms = (count: number) => (count * RATE) / 1000;

/** Noise of the model, a sound, noise of the model. */
function phrase(before: number, sound: number, after: number): Float32Array {
  return Float32Array.from({ length: before + sound + after }, (_, at) =>
    at < before || at >= before + sound ? 1e-4 * Math.sin(at) : 0.3 * Math.sin(at / 10),
  );
}

describe('the silence around speech', () => {
  test('is found to a few milliseconds', () => {
    fc.assert(
      fc.property(fc.nat(ms(700)), fc.integer({ min: ms(50), max: ms(900) }), fc.nat(ms(700)), (...parts) => {
        const [before, sound, after] = parts;
        const samples = phrase(before, sound, after);
        const cut = silenceBefore(samples, RATE);
        expect(cut).toBeLessThanOrEqual(before);
        expect(before - cut).toBeLessThanOrEqual(ms(26));
        const end = speechEnd(samples, RATE, 0.1);
        expect(end).toBeGreaterThanOrEqual(Math.min(samples.length, before + sound));
        expect(end - before - sound).toBeLessThanOrEqual(ms(106));
      }),
    );
  });

  test('is all there is, where nothing is said', () => {
    const silence = phrase(ms(300), 0, 0);
    expect(silenceBefore(silence, RATE)).toBe(silence.length);
    expect(speechEnd(silence, RATE, 0.1)).toBe(0);
  });

  test('is nothing, where there are no samples', () => {
    expect(silenceBefore(new Float32Array(0), RATE)).toBe(0);
    expect(speechEnd(new Float32Array(0), RATE, 0.1)).toBe(0);
  });
});

test('fades begin and end with nothing and leave the rest', () => {
  const samples = new Float32Array(ms(100)).fill(0.5);
  fadeIn(samples, RATE);
  fadeOut(samples, RATE);
  expect([samples[0], samples.at(-1)]).toEqual([0, 0]);
  expect(samples.subarray(ms(10), ms(90)).every((sample) => sample === 0.5)).toBe(true);
  for (let at = 1; at < samples.length; at++)
    expect(Math.abs(samples[at]! - samples[at - 1]!)).toBeLessThan(0.01);
});

test.each([0, 1, 2, 50])('%i samples can be faded', (length) => {
  const samples = new Float32Array(length).fill(1);
  fadeIn(samples, RATE);
  fadeOut(samples, RATE);
  expect(samples.every((sample) => sample >= 0 && sample <= 1)).toBe(true);
});
