import { decodeAudio, resample } from '@locutor/audio';
import { SAMPLE_RATE, VAD_WINDOW } from '@locutor/contract';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { isNarrow } from './band.ts';
import { names, recorded } from './test-support/voices.ts';

function windowsOf(samples: Float32Array): Float32Array[] {
  return Array.from({ length: Math.floor(samples.length / VAD_WINDOW) }, (_, n) =>
    samples.subarray(n * VAD_WINDOW, (n + 1) * VAD_WINDOW),
  );
}

const overTheLine = (samples: Float32Array) =>
  resample(resample(samples, SAMPLE_RATE, SAMPLE_RATE / 2), SAMPLE_RATE / 2, SAMPLE_RATE);

describe('a voice', () => {
  test.each(names)('is wide as recorded, narrow after 8 kHz: %s', async (name) => {
    const { samples } = await decodeAudio(recorded(name, 1));
    expect(isNarrow(windowsOf(samples))).toBe(false);
    expect(isNarrow(windowsOf(overTheLine(samples)))).toBe(true);
  });

  test('that is soft and rounded to 16 bits is narrow all the same', async () => {
    const { samples } = await decodeAudio(recorded('even', 1));
    const soft = overTheLine(samples).map((sample) => Math.round(sample * 0.1 * 32_768) / 32_768);
    expect(isNarrow(windowsOf(soft))).toBe(true);
  });

  test('is judged by where its power is, at any level', () => {
    const tone = (hertz: number, level: number) =>
      Float32Array.from(
        { length: VAD_WINDOW },
        (_, n) => level * Math.sin((2 * Math.PI * hertz * n) / SAMPLE_RATE),
      );
    const levels = fc.double({ min: 0.001, max: 1, noNaN: true });
    fc.assert(
      fc.property(fc.double({ min: 100, max: 3900, noNaN: true }), levels, (hertz, level) => {
        expect(isNarrow([tone(hertz, level)])).toBe(true);
      }),
    );
    fc.assert(
      fc.property(fc.double({ min: 4400, max: 7900, noNaN: true }), levels, (hertz, level) => {
        expect(isNarrow([tone(hertz, level)])).toBe(false);
      }),
    );
  });
});
