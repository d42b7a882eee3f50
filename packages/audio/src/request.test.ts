import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { ascii, concat } from '../test/build.ts';
import { headeredFixtures, readFixture } from '../test/fixtures.ts';
import { noise } from '../test/hostile.ts';
import { decodeAudio } from './decode.ts';

const pcm = readFixture('raw.pcm');

describe('audio declared as raw', () => {
  test('in two channels is mixed', async () => {
    const both = new Uint8Array(2 * pcm.length);
    const silent = new Uint8Array(2 * pcm.length);
    for (let at = 0; at < pcm.length; at += 2) {
      both.set(pcm.subarray(at, at + 2), 2 * at);
      both.set(pcm.subarray(at, at + 2), 2 * at + 2);
      silent.set(pcm.subarray(at, at + 2), 2 * at);
    }
    const { samples } = await decodeAudio(pcm, { raw: { encoding: 'pcm', rate: 16_000 } });
    const stereo = { raw: { encoding: 'pcm', rate: 16_000, channels: 2 } } as const;
    expect((await decodeAudio(both, stereo)).samples).toEqual(samples);
    expect((await decodeAudio(silent, stereo)).samples).toEqual(samples.map((sample) => sample / 2));
    await expect(
      decodeAudio(readFixture('raw.gsm'), { raw: { encoding: 'gsm', rate: 8000, channels: 2 } }),
    ).rejects.toMatchObject({ code: 'unsupported' });
  });

  test('with the high byte first is the same as with the low byte first', async () => {
    const swapped = pcm.map((_, at) => pcm[at ^ 1]!);
    const little = await decodeAudio(pcm, { raw: { encoding: 'pcm', rate: 44_100 } });
    const big = await decodeAudio(swapped, { raw: { encoding: 'pcm-big-endian', rate: 44_100 } });
    expect(big).toEqual(little);
  });

  test.each(headeredFixtures)('is decoded as the file %s where headers are preferred', async (name) => {
    const raw = { encoding: 'ulaw', rate: 8000 } as const;
    const file = await decodeAudio(readFixture(name));
    expect((await decodeAudio(readFixture(name), { raw, preferHeader: true })).found).toEqual(file.found);
  });

  test.each([
    ['MP4/M4A', '\0\0\0\x20ftypM4A \0\0\0\0'],
    ['AIFF', 'FORM\0\0\0\x10AIFFCOMM'],
    ['AMR', '#!AMR\n....'],
    ['WMA', '\x30\x26\xb2\x75\x8e\x66\xcf\x11....'],
  ])('is refused with the name %s where it is a file that cannot be decoded', async (name, start) => {
    const request = { raw: { encoding: 'pcm', rate: 16_000 }, refuseHeader: true } as const;
    await expect(decodeAudio(concat(ascii(start), noise(1000)), request)).rejects.toMatchObject({
      code: 'not-accepted',
      message: `the audio was declared raw pcm, but its first bytes are the header of a file: ${name}`,
    });
  });

  test('is never refused for bytes that only resemble a header', async () => {
    const almost = fc.constantFrom(
      '',
      'fLaC',
      '\x1a\x45\xdf\xa3',
      'RIFF',
      'OggS',
      'ID3',
      '\xff\xfb\x90\x00',
      '.snd',
    );
    const property = fc.asyncProperty(almost, fc.nat(), async (start, seed) => {
      const bytes = concat(ascii(start), noise(2000, seed + 1));
      const request = { raw: { encoding: 'pcm', rate: 16_000 }, refuseHeader: true } as const;
      expect((await decodeAudio(bytes, request)).samples.length).toBe(bytes.length >> 1);
    });
    await fc.assert(property, { numRuns: 300 });
  });
});
