import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { detectorSamples, LEAST_SECONDS } from './detector-samples.ts';
import { scoreSpoofing } from './score-spoofing.ts';

const RATE = 16_000;
const WINDOW = 512;
const windowsOf = (samples: Float32Array) =>
  Array.from({ length: Math.ceil(samples.length / WINDOW) }, (_, n) => ({
    samples: samples.subarray(n * WINDOW, (n + 1) * WINDOW),
    voiced: true,
  }));
const counting = (length: number) => Float32Array.from({ length }, (_, n) => n);

describe('the samples that the detector scores', () => {
  it('are the middle of the utterance, never more than asked for, in their order', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: RATE, max: 10 * RATE }),
        fc.integer({ min: 1, max: 8 }),
        (length, most) => {
          const samples = detectorSamples(windowsOf(counting(length)), most)!;
          expect(samples.length).toBe(Math.min(length, most * RATE));
          const [first, last] = [samples[0]!, samples.at(-1)!];
          expect(last - first).toBe(samples.length - 1);
          expect(Math.abs(first - (length - 1 - last))).toBeLessThanOrEqual(1);
        },
      ),
      { numRuns: 30 },
    );
  });

  it('are none where the utterance is too short', () => {
    expect(detectorSamples(windowsOf(counting(LEAST_SECONDS * RATE - 1)), 6)).toBeUndefined();
    expect(detectorSamples([], 6)).toBeUndefined();
  });
});

describe('the score of an utterance', () => {
  const detector = { score: async (samples: Float32Array) => samples.length / RATE };

  it.each([
    [true, 'narrow'],
    [false, 'wide'],
  ] as const)('names the bandwidth: narrow %s', async (narrow, band) => {
    const windows = windowsOf(counting(8 * RATE));
    expect(await scoreSpoofing({ windows }, narrow, 6, detector)).toEqual({ score: 6, band });
  });

  it('is none where there is nothing to score', async () => {
    expect(await scoreSpoofing({ windows: [] }, false, 6, detector)).toBeUndefined();
  });
});
