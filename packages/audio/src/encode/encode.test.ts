import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { readFixture } from '../../test/fixtures.ts';
import { bestDelay } from '../../test/signal.ts';
import { decodeAudio } from '../decode.ts';
import { AudioError } from '../errors.ts';
import { createEncoder } from './create-encoder.ts';
import type { EncodedFormat } from './format.ts';

const format = (codec: EncodedFormat['codec'], sampleRate: number, more: Partial<EncodedFormat> = {}) =>
  ({ codec, sampleRate, channels: 1, bitsPerSample: codec === 'alaw' ? 8 : 16, ...more }) as EncodedFormat;

const formats = [
  format('pcm', 8000, { bitsPerSample: 8 }),
  format('pcm', 22_050, { channels: 2 }),
  format('wav', 16_000),
  format('alaw', 8000, { channels: 2 }),
  format('flac', 24_000),
  format('mp3', 8000, { kbps: 12 }),
  format('mp3', 22_050, { kbps: 64 }),
  format('mp2', 16_000, { kbps: 24 }),
  format('mp2', 22_050, { kbps: 32 }),
  format('opus', 8000, { kbps: 12 }),
  format('opus', 24_000, { kbps: 32 }),
];

const { samples: speech } = await decodeAudio(readFixture('mono.flac'), { rate: 16_000 });

async function encode(wanted: EncodedFormat, parts: readonly Float32Array[]): Promise<Buffer> {
  const encoder = await createEncoder(wanted);
  return Buffer.concat([...parts.map((part) => encoder.write(part)), encoder.end()]);
}

/** The samples divided at these places. */
function divided(samples: Float32Array, places: readonly number[]): Float32Array[] {
  const edges = [0, ...places.toSorted((a, b) => a - b), samples.length];
  return edges.slice(1).map((end, i) => samples.subarray(edges[i], end));
}

describe.each(formats)('$codec at $sampleRate Hz, $channels channels, $kbps kb/s', (wanted) => {
  test('gives the same bytes however the samples are divided', async () => {
    const whole = await encode(wanted, [speech]);
    await fc.assert(
      fc.asyncProperty(fc.array(fc.nat(speech.length), { maxLength: 8 }), async (places) => {
        expect(whole.equals(await encode(wanted, divided(speech, places)))).toBe(true);
      }),
      { numRuns: 10 },
    );
  });

  test('takes any number of samples', async () => {
    await fc.assert(
      fc.asyncProperty(fc.nat(4000), async (length) => {
        const few = await encode(wanted, [speech.subarray(0, length)]);
        const more = await encode(wanted, [speech.subarray(0, length + 4000)]);
        expect(few.length).toBeLessThan(more.length);
      }),
      { numRuns: 10, examples: [[0], [1], [1152]] },
    );
  });

  test('clips what is out of range and takes what is no number for silence', async () => {
    const wild = [Number.NaN, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY, 1.5, -7];
    const tame = [0, 1, -1, 1, -1];
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.nat(4), { maxLength: 50 }),
        fc.array(fc.double({ min: -1, max: 1, noNaN: true })),
        async (picks, rest) => {
          const given = await encode(wanted, [Float32Array.from([...picks.map((i) => wild[i]!), ...rest])]);
          const same = await encode(wanted, [Float32Array.from([...picks.map((i) => tame[i]!), ...rest])]);
          expect(given.equals(same)).toBe(true);
        },
      ),
      { numRuns: 10 },
    );
  });

  test('is of no use once it has ended or was freed', async () => {
    const ended = await createEncoder(wanted);
    ended.write(speech.subarray(0, 100));
    ended.end();
    ended.free();
    expect(() => ended.write(speech)).toThrow('this encoder has ended');
    expect(() => ended.end()).toThrow('this encoder has ended');
    const freed = await createEncoder(wanted);
    freed.write(speech);
    freed.free();
    freed.free();
    expect(() => freed.write(speech)).toThrow('this encoder has ended');
  });
});

describe('formats that do not exist', () => {
  test.each([
    [format('mp2', 8000), 'MP2 of 8000 Hz; 22050, 24000, 16000 are encoded'],
    [format('mp3', 8001), 'MP3 of 8001 Hz does not exist'],
    [format('opus', 22_050), 'Opus of 22050 Hz; 8000, 12000, 16000, 24000, 48000 are encoded'],
    [format('mp3', 16_000, { channels: 2 }), 'mp3 is encoded with 1 channel, not 2'],
    [format('flac', 16_000, { bitsPerSample: 8 }), 'flac is encoded from 16 bits, not 8'],
    [format('opus', 16_000, { kbps: 0 }), '0 kb/s is no bit rate'],
    [format('opus', 16_000, { kbps: Number.NaN }), 'NaN kb/s is no bit rate'],
    [format('alaw', 8000, { bitsPerSample: 16 }), 'A-law has 8 bits, not 16'],
    [format('wav', 8000, { bitsPerSample: 24 as 16 }), 'wav of 24 bits; 8 or 16 are encoded'],
    [format('wav', 8000, { channels: 3 as 2 }), 'wav with 3 channels; 1 or 2 are encoded'],
    [format('pcm', 0), 'pcm of 0 Hz; 4,000 to 192,000 are encoded'],
    [format('pcm', 8000.5), 'pcm of 8000.5 Hz; 4,000 to 192,000 are encoded'],
  ])('%o', async (wanted, message) => {
    const refusal = await createEncoder(wanted).catch((error: unknown) => error);
    expect(refusal).toBeInstanceOf(AudioError);
    expect(refusal).toMatchObject({ code: 'invalid-request', message });
  });
});

describe('what is encoded can be decoded', () => {
  const rates = { flac: [8000, 16_000, 22_050, 24_000], mp3: [8000, 16_000, 22_050, 24_000] };
  const cases = [
    ...rates.flac.map((rate) => [format('flac', rate), 0, 1] as const),
    ...[8000, 16_000].map((rate) => [format('wav', rate), 0, 1] as const),
    [format('wav', 8000, { bitsPerSample: 8, channels: 2 }), 0, 0.99] as const,
    ...rates.mp3.map((rate) => [format('mp3', rate, { kbps: 64 }), 2500, 0.98] as const),
    ...[8000, 16_000, 24_000].map((rate) => [format('opus', rate, { kbps: 32 }), 2, 0.9] as const),
  ];

  test.each(cases)('%o, delayed by no more than %d samples', async (wanted, reach, least) => {
    const { samples: reference } = await decodeAudio(readFixture('mono.flac'), { rate: wanted.sampleRate });
    const bytes = await encode(wanted, [reference]);
    const { samples } = await decodeAudio(bytes, { rate: wanted.sampleRate });
    expect(samples.length).toBeGreaterThanOrEqual(reference.length);
    expect(samples.length - reference.length).toBeLessThanOrEqual(reach === 0 ? 0 : 4000);
    expect(bestDelay(samples, reference, reach).correlation).toBeGreaterThan(least - 1e-6);
  });
});
