import { describe, expect, test } from 'vitest';
import { closeFixtures, exactFixtures, headeredFixtures, readFixture, sha256 } from '../test/fixtures.ts';
import { alignedSnr } from '../test/signal.ts';
import { decodeAudio } from './decode.ts';

const oneFrame = 1024;

describe('against what ffmpeg decodes', () => {
  test.each(exactFixtures)('%s matches to the bit', async (name, reference) => {
    const { raw, rate, channels } = reference;
    const { samples, found } = await decodeAudio(readFixture(name), { rate, ...(raw && { raw }) });
    expect(found).toMatchObject({ rate, channels, container: raw ? 'raw' : expect.any(String) });
    expect(samples.length).toBe(reference.samples);
    expect(sha256(samples)).toBe(reference.sha256);
  });

  test.each(closeFixtures)('%s comes close enough', async (name, { rate, channels, ...reference }) => {
    const { samples, found } = await decodeAudio(readFixture(name), { rate });
    const expected = await decodeAudio(readFixture(reference.reference), { rate });
    expect(found).toMatchObject({ rate, channels });
    // ffmpeg leaves out the last block of a Vorbis file that has only one page of audio.
    expect(Math.abs(samples.length - reference.samples)).toBeLessThanOrEqual(oneFrame);
    expect(alignedSnr(samples, expected.samples, 64)).toBeGreaterThan(reference.decibels);
  });
});

describe('what comes out', () => {
  test.each(headeredFixtures)('%s is mono at 16 kHz and as long as the original', async (name) => {
    const bytes = readFixture(name);
    const [{ samples, rate, found, truncated }, native] = [
      await decodeAudio(bytes),
      await decodeAudio(bytes, { rate: 48_000 }),
    ];
    expect(rate).toBe(16_000);
    expect(truncated).toBe(false);
    expect(found.seconds).toBe(samples.length / rate);
    expect(Math.abs(samples.length * 3 - native.samples.length)).toBeLessThanOrEqual(3);
    expect(samples.every((sample) => Math.abs(sample) <= 1)).toBe(true);
    expect(samples.buffer.byteLength).toBe(samples.byteLength);
  });

  test('the container is detected from the bytes', async () => {
    const found = await Promise.all(
      ['wav-gsm.wav', 'mono.mp3', 'mono.flac', 'mono.opus', 'mono.ogg', 'stereo.oga', 'live.webm'].map(
        async (name) => (await decodeAudio(readFixture(name))).found.container,
      ),
    );
    expect(found).toEqual(['wav', 'mp3', 'flac', 'ogg-opus', 'ogg-vorbis', 'ogg-flac', 'webm']);
  });

  test('bytes in the middle of a larger buffer decode alike', async () => {
    for (const name of headeredFixtures) {
      const bytes = readFixture(name);
      const larger = new Uint8Array(bytes.length + 14).fill(0xff);
      larger.set(bytes, 7);
      const [inside, alone] = [
        await decodeAudio(larger.subarray(7, 7 + bytes.length)),
        await decodeAudio(bytes),
      ];
      expect(sha256(inside.samples), name).toBe(sha256(alone.samples));
    }
  });
});

describe('limits', () => {
  test('the duration cap stops every format and says so', async () => {
    for (const name of headeredFixtures) {
      const whole = await decodeAudio(readFixture(name));
      const maxSeconds = whole.found.seconds / 2;
      const half = await decodeAudio(readFixture(name), { limits: { maxSeconds } });
      expect(half.truncated, name).toBe(true);
      expect(half.samples.length, name).toBe(Math.floor(maxSeconds * 16_000));
      expect(sha256(half.samples), name).toBe(sha256(whole.samples.slice(0, half.samples.length)));
    }
  });

  test('audio of exactly the cap is whole', async () => {
    const { found } = await decodeAudio(readFixture('mono.flac'));
    const again = await decodeAudio(readFixture('mono.flac'), { limits: { maxSeconds: found.seconds } });
    expect(again).toMatchObject({ truncated: false, found });
  });

  test('more bytes than the limit are refused', async () => {
    const bytes = readFixture('mono.flac');
    await expect(decodeAudio(bytes, { limits: { maxBytes: bytes.length - 1 } })).rejects.toMatchObject({
      code: 'too-large',
      message: `${bytes.length} bytes of audio; the limit is ${bytes.length - 1}`,
    });
  });

  test.each([0, -1, Number.NaN])('a cap of %s seconds is refused', async (maxSeconds) => {
    const decoding = decodeAudio(readFixture('mono.flac'), { limits: { maxSeconds } });
    await expect(decoding).rejects.toMatchObject({ code: 'invalid-request' });
  });

  test.each([3999, 192_001, 16_000.5, Number.NaN])('a wanted rate of %s is refused', async (rate) => {
    await expect(decodeAudio(readFixture('mono.flac'), { rate })).rejects.toMatchObject({
      code: 'invalid-request',
    });
  });
});

describe('a caller that cancels', () => {
  test('is rejected with its reason, before and during the decode', async () => {
    const minutes = new Uint8Array(16_000 * 2 * 300);
    const request = { raw: { encoding: 'pcm', rate: 8000 } } as const;
    const early = AbortSignal.abort(new Error('gone before'));
    await expect(decodeAudio(minutes, { ...request, signal: early })).rejects.toThrow('gone before');

    const controller = new AbortController();
    const decoding = decodeAudio(minutes, { ...request, signal: controller.signal });
    setImmediate(() => controller.abort(new Error('gone meanwhile')));
    await expect(decoding).rejects.toThrow('gone meanwhile');
  });

  test('finds its timers served while a long decode runs', async () => {
    let turns = 0;
    const timer = setInterval(() => turns++, 1);
    const minutes = new Uint8Array(16_000 * 2 * 200);
    await decodeAudio(minutes, { raw: { encoding: 'pcm', rate: 8000 }, limits: { maxSeconds: 10_000 } });
    clearInterval(timer);
    expect(turns).toBeGreaterThan(1);
  });
});
