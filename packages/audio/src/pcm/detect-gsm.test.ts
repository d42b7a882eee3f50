import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { concat } from '../../test/build.ts';
import { headeredFixtures, readFixture } from '../../test/fixtures.ts';
import { noise } from '../../test/hostile.ts';
import { decodeAudio } from '../decode.ts';
import { looksLikeGsm } from './detect-gsm.ts';

const gsm = readFixture('raw.gsm');
/** Whole frames only, as a file that is no GSM would otherwise be refused for its length alone. */
const framed = (bytes: Uint8Array) => bytes.subarray(0, bytes.length - (bytes.length % 33));

describe('GSM without a header', () => {
  test('is detected by its frames, where that is asked for', async () => {
    expect(looksLikeGsm(gsm)).toBe(true);
    const declared = await decodeAudio(gsm, { raw: { encoding: 'gsm', rate: 8000 } });
    const detected = await decodeAudio(gsm, { detectGsm: true });
    expect(detected).toEqual(declared);
    await expect(decodeAudio(gsm)).rejects.toMatchObject({ code: 'unknown-format' });
  });

  test('is not believed with one frame wrong, an incomplete one, or too few', () => {
    const wrong = gsm.slice();
    wrong[33 * 20] = 0xc0;
    expect(looksLikeGsm(wrong)).toBe(false);
    expect(looksLikeGsm(gsm.subarray(0, gsm.length - 1))).toBe(false);
    expect(looksLikeGsm(gsm.subarray(0, 33 * 5))).toBe(false);
    expect(looksLikeGsm(new Uint8Array(0))).toBe(false);
  });

  test('does not hide files with a header, nor raw audio of another kind', () => {
    for (const name of [...headeredFixtures, 'raw.pcm', 'raw.alaw', 'raw.ulaw']) {
      const bytes = readFixture(name);
      for (let from = 0; from < 33; from++)
        expect(looksLikeGsm(framed(bytes.subarray(from))), name).toBe(false);
    }
  });

  test('silence in A-law is full of the signature and is no GSM', () => {
    expect(looksLikeGsm(new Uint8Array(33 * 1000).fill(0xd5))).toBe(false);
    const almost = new Uint8Array(33 * 100).fill(0xd5);
    for (let at = 5; at < almost.length; at += 33) almost[at] = 0x55;
    expect(looksLikeGsm(almost)).toBe(false);
  });

  test('a sound whose period is that of the frames is no GSM', () => {
    const period = concat(Uint8Array.of(0xd0), noise(32), Uint8Array.of(0xd7), noise(32, 2));
    expect(looksLikeGsm(concat(...new Array<Uint8Array>(500).fill(period)))).toBe(false);
  });

  test('random bytes are never GSM', () => {
    const any = fc.uint8Array({ minLength: 33, maxLength: 33 * 40 });
    fc.assert(
      fc.property(any, (bytes) => {
        expect(looksLikeGsm(framed(bytes))).toBe(false);
      }),
      { numRuns: 2000 },
    );
  });

  test('quiet audio in A-law, µ-law and PCM is never GSM', () => {
    // A few values around silence, as a quiet line gives them, and at most every eighth byte another.
    const quiet = fc.constantFrom(
      [0xd5, 0x55, 0xd4, 0x54],
      [0xff, 0x7f, 0xfe, 0x7e],
      [0x00, 0xff, 0x01, 0xd0],
    );
    fc.assert(
      fc.property(quiet, fc.integer({ min: 10, max: 400 }), fc.nat(), (values, frames, seed) => {
        const bytes = noise(33 * frames, seed + 1).map((byte) => values[byte & 3]!);
        expect(looksLikeGsm(bytes)).toBe(false);
      }),
      { numRuns: 500 },
    );
  });

  test('any frames with the signature are GSM', () => {
    fc.assert(
      fc.property(fc.integer({ min: 15, max: 200 }), fc.nat(), (frames, seed) => {
        const bytes = noise(33 * frames, seed + 1);
        for (let at = 0; at < bytes.length; at += 33) bytes[at] = 0xd0 | (bytes[at]! & 15);
        expect(looksLikeGsm(bytes)).toBe(true);
      }),
    );
  });
});
