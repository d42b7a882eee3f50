import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { readFixture } from '../../../test/fixtures.ts';
import { decodeMp2 } from '../../../test/mp2-decoder.ts';
import { alignedSnr, bestDelay, sine } from '../../../test/signal.ts';
import { decodeAudio } from '../../decode.ts';
import { filterDelay } from './filter-bank.ts';
import { openMp2 } from './mp2.ts';
import { levelOf } from './quantizers.ts';
import { scaleFactor, scaleIndex, shareScales } from './scale-factors.ts';

function encode(samples: Float32Array, sampleRate: number, kbps: number): Buffer {
  const encoder = openMp2({ codec: 'mp2', sampleRate, channels: 1, bitsPerSample: 16, kbps });
  return Buffer.concat([encoder.write(samples), encoder.end()]);
}

describe('MP2', () => {
  test.each([16_000, 22_050, 24_000])('is transparent with many bits at %d Hz', (rate) => {
    // In the lowest bands, which alone have the finest quantizers.
    const tone = sine(400, rate, 1, 0.5);
    const { samples } = decodeMp2(encode(tone, rate, 160));
    expect(alignedSnr(samples.subarray(filterDelay), tone, 1)).toBeGreaterThan(70);
  });

  test.each([
    [16_000, 24, 0.9],
    [16_000, 32, 0.93],
    [16_000, 64, 0.98],
    [22_050, 24, 0.88],
    [22_050, 32, 0.9],
    [22_050, 64, 0.97],
  ])('keeps speech at %d Hz, %d kb/s', async (rate, kbps, least) => {
    const { samples: speech } = await decodeAudio(readFixture('mono.flac'), { rate });
    const bytes = encode(speech, rate, kbps);
    const decoded = decodeMp2(bytes);
    expect(decoded).toMatchObject({ rate, kbps });
    const { delay, correlation } = bestDelay(decoded.samples, speech, 600);
    expect(delay).toBe(filterDelay);
    expect(correlation).toBeGreaterThan(least);
  });

  test('has the bit rate that it names, padding included', () => {
    const bytes = encode(sine(440, 22_050, 20, 0.5), 22_050, 32);
    const seconds = (Math.ceil((20 * 22_050 + filterDelay) / 1152) * 1152) / 22_050;
    expect(Math.abs(bytes.length - (seconds * 32_000) / 8)).toBeLessThanOrEqual(1);
  });

  test('holds all samples, and the delay, for any length', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 5000 }), (length) => {
        const { samples } = decodeMp2(encode(new Float32Array(length).fill(0.1), 16_000, 32));
        expect(samples.length).toBeGreaterThanOrEqual(length + filterDelay);
        expect(samples.length).toBeLessThan(length + filterDelay + 1152);
      }),
      { numRuns: 20 },
    );
  });

  test('any signal at any bit rate gives frames that decode', () => {
    const signal = fc.array(fc.float({ min: -1, max: 1, noNaN: true }), { maxLength: 3000 });
    fc.assert(
      fc.property(
        signal,
        fc.constantFrom(8, 16, 24, 48, 160),
        fc.constantFrom(16_000, 22_050),
        (some, kbps, rate) => {
          const { samples } = decodeMp2(encode(Float32Array.from(some), rate, kbps));
          expect(samples.every((sample) => Math.abs(sample) < 3)).toBe(true);
        },
      ),
      { numRuns: 30 },
    );
  });
});

describe('scale factors', () => {
  test('are the smallest that are not exceeded', () => {
    fc.assert(
      fc.property(fc.double({ min: 1e-5, max: 2, noNaN: true }), (peak) => {
        const index = scaleIndex(peak);
        expect(scaleFactor(index)).toBeGreaterThanOrEqual(peak);
        if (index < 62) expect(scaleFactor(index + 1)).toBeLessThan(peak);
      }),
    );
  });

  test('are never smaller for being shared', () => {
    const index = fc.nat(62);
    fc.assert(
      fc.property(index, index, index, (a, b, c) => {
        const { parts, select, written } = shareScales(a, b, c);
        for (const [i, own] of [a, b, c].entries()) expect(parts[i]).toBeLessThanOrEqual(own);
        expect(written.length).toBe([3, 2, 1, 2][select]);
        expect(written).toEqual([...parts].filter((_, i) => i === 0 || !sharedWithPrevious(select, i)));
      }),
    );
  });
});

/** Which parts a selection code joins with the part before. */
const sharedWithPrevious = (select: number, part: number) =>
  (part === 1 && (select === 1 || select === 2)) || (part === 2 && (select === 2 || select === 3));

test('a level is the nearest of all', () => {
  fc.assert(
    fc.property(
      fc.double({ min: -1, max: 1, noNaN: true }),
      fc.constantFrom(3, 5, 9, 15, 255),
      (value, levels) => {
        const level = levelOf(value, levels);
        expect(Math.abs((2 * level + 1) / levels - 1 - value)).toBeLessThanOrEqual(1 / levels + 1e-12);
      },
    ),
  );
});
