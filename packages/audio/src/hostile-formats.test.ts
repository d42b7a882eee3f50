import { describe, expect, test } from 'vitest';
import { ascii, concat, silentFlac, silentOpusPacket, uint, webm, webmBlock } from '../test/build.ts';
import { readFixture } from '../test/fixtures.ts';
import { noise, outcome, pausesOf } from '../test/hostile.ts';
import { decodeAudio } from './decode.ts';
import { crc16 } from './flac/checksums.ts';
import { decodeFlac } from './flac/flac.ts';
import { FlacFrames } from './flac/frame.ts';
import { parseStreamInfo } from './flac/stream-info.ts';
import { expectedSamples } from './mp3/expected-samples.ts';
import { parseFrameHeader } from './mp3/frame-header.ts';
import { decodeMp3 } from './mp3/mp3.ts';

describe('FLAC', () => {
  const framesAt = 42;

  test('a frame behind much garbage is found, without a pause for every byte of it', async () => {
    const flac = silentFlac(1);
    const garbage = new Uint8Array(300_001).fill(0xff);
    const bytes = concat(silentFlac(0), garbage, flac.subarray(framesAt));
    expect(await outcome(bytes)).toEqual(await outcome(flac));
    expect(await pausesOf(decodeFlac, bytes)).toBeLessThan(20);
  });

  test('a frame past 256 MiB decodes', () => {
    const flac = silentFlac(1);
    const frame = flac.slice(framesAt);
    const check = frame.length - 2;
    // The value of all its samples: half of full scale.
    frame[check - 2] = 0x40;
    frame.set(uint(2, crc16(frame, 0, check)).reverse(), check);
    const at = 2 ** 28 + 5;
    const bytes = new Uint8Array(at + frame.length);
    bytes.set(frame, at);
    const frames = new FlacFrames(parseStreamInfo(flac, 8));
    expect(frames.decode(bytes, at)).toBe(bytes.length);
    expect(frames.planes[0]![0]).toBe(0.5);
  });
});

describe('WebM', () => {
  const padding = 60_000_000;
  const padded = webmBlock(silentOpusPacket, padding);

  test.each([1, 49, 50, 51, 100])('the padding of packet %d is left out', async (count) => {
    const plain = new Array<Uint8Array>(count - 1).fill(webmBlock(silentOpusPacket));
    const samples = (await outcome(webm([...plain, padded]))) as Float32Array;
    expect(samples.length).toBe(16 * (120 * count - 60));
  });

  test('a padding counts for the block of its own group alone', async () => {
    const ours = webmBlock(silentOpusPacket);
    const other = webmBlock(silentOpusPacket, padding, { track: 2 });
    const alone = await outcome(webm([ours, ours]));
    expect(await outcome(webm([ours, other, ours, other]))).toEqual(alone);
    const before = webmBlock(silentOpusPacket, padding, { paddingFirst: true });
    expect(await outcome(webm([ours, before, ours]))).toEqual(await outcome(webm([ours, padded, ours])));
    const tooLong = webmBlock(silentOpusPacket, 1_000_000_000);
    expect(await outcome(webm([ours, ours, tooLong]))).toEqual(alone);
  });

  test('a track number may take eight bytes', async () => {
    const blocks = [webmBlock(silentOpusPacket)];
    expect(await outcome(webm(blocks, { numberBytes: 8 }))).toEqual(await outcome(webm(blocks)));
  });

  test('audio that is all padding ends at the cap, and can be cancelled', async () => {
    const nothing = webmBlock(silentOpusPacket, 120_000_000);
    const start = webmBlock(silentOpusPacket);
    const bytes = webm([start, ...new Array<Uint8Array>(2000).fill(nothing)]);
    const { samples, truncated } = await decodeAudio(bytes, { limits: { maxSeconds: 60 } });
    expect({ truncated, length: samples.length }).toEqual({ truncated: true, length: 1920 });
    const control = new AbortController();
    setImmediate(() => control.abort());
    await expect(decodeAudio(bytes, { signal: control.signal })).rejects.toThrow(/abort/);
  });
});

describe('MP3', () => {
  test('a search for frames pauses, so that it can be cancelled', async () => {
    expect(await pausesOf(decodeMp3, new Uint8Array(1 << 20).fill(0xff))).toBeGreaterThanOrEqual(16);
  });

  test('counting the frames of a long file pauses too', async () => {
    const frame = new Uint8Array(24);
    // 8 kbit/s at 24 kHz: the shortest frames there are.
    frame.set([0xff, 0xf3, 0x14, 0xc0]);
    const count = 20_000;
    const bytes = new Uint8Array(24 * count);
    for (let i = 0; i < count; i++) bytes.set(frame, 24 * i);
    const counting = expectedSamples(bytes, 0, parseFrameHeader(bytes, 0)!);
    let pauses = 0;
    let step = await counting.next();
    for (; !step.done; step = await counting.next()) pauses++;
    expect({ pauses, samples: step.value }).toEqual({ pauses: 4, samples: 576 * count });
  });

  /** Frames of silence at 128 kbit/s, whose third and fourth header bytes are given. */
  const silent = (third: number, fourth: number, length: number) => {
    const frame = new Uint8Array(length);
    frame.set([0xff, 0xfb, third, fourth]);
    return concat(frame, frame, frame);
  };

  test('stereo behind mono keeps both its channels', async () => {
    const stereo = readFixture('stereo-vbr.mp3');
    const [mono, same] = [silent(0x90, 0xc0, 417), silent(0x90, 0x00, 417)];
    expect(await outcome(concat(mono, stereo))).toEqual(await outcome(concat(same, stereo)));
  });

  test('streams of other rates lose no frame, and more than are decoded are reported', async () => {
    const two = concat(silent(0x90, 0xc0, 417), silent(0x98, 0xc0, 576));
    const decode = (pairs: number) => decodeAudio(concat(...new Array<Uint8Array>(pairs).fill(two)));
    const [all, some] = [await decode(32), await decode(33)];
    expect(all.truncated).toBe(false);
    expect(some.truncated).toBe(true);
    const milliseconds = 32 * 3 * (1152 / 44.1 + 1152 / 32);
    expect(Math.abs(all.found.seconds * 1000 - milliseconds)).toBeLessThan(32 * 2 * 12);
  });

  test('false syncs alone are unknown', async () => {
    const sync = Uint8Array.of(0xff, 0xfb, 0x90, 0x64);
    expect(await outcome(concat(...new Array<Uint8Array>(50_000).fill(sync)))).toBe('unknown-format');
    const spaced = concat(
      ...Array.from({ length: 5000 }, (_, i) => concat(sync, noise(100 + (i % 7), i + 1))),
    );
    expect(await outcome(spaced)).toBe('unknown-format');
  });

  test('true headers with noise between decode to something or fail, within ±1', async () => {
    const frame = (seed: number) => concat(Uint8Array.of(0xff, 0xfb, 0x90, 0x64), noise(413, seed));
    const result = await outcome(concat(...Array.from({ length: 300 }, (_, i) => frame(i + 1))));
    if (typeof result !== 'string') expect(result.every((sample) => Math.abs(sample) <= 1)).toBe(true);
  });

  test('nested, repeated, huge and lying ID3 tags', async () => {
    const mp3 = readFixture('stereo-vbr.mp3');
    const whole = (await outcome(mp3)) as Float32Array;
    const tag = (size: number, body: Uint8Array = new Uint8Array(size)) =>
      concat(
        ascii('ID3\x04\0\0'),
        Uint8Array.of((size >> 21) & 127, (size >> 14) & 127, (size >> 7) & 127, size & 127),
        body,
      );
    const nested = tag(1000, concat(tag(980), new Uint8Array(10)));
    for (const head of [tag(0), tag(100), tag(300_000), nested, concat(tag(10), tag(20), tag(30))]) {
      expect(await outcome(concat(head, mp3))).toEqual(whole);
    }
    expect(typeof (await outcome(concat(tag(0xffff_fff, new Uint8Array(0)), mp3)))).toBe('string');
    expect(typeof (await outcome(concat(...new Array<Uint8Array>(50_000).fill(tag(0)))))).toBe('string');
  });

  test('garbage in front, between and behind is left out', async () => {
    const mp3 = readFixture('mono.mp3');
    const whole = (await outcome(mp3)) as Float32Array;
    const front = (await outcome(concat(noise(5000), mp3))) as Float32Array;
    expect(Math.abs(front.length - whole.length)).toBeLessThanOrEqual(2 * 576);
    expect(await outcome(concat(mp3, ascii('TAG'), new Uint8Array(125)))).toEqual(whole);
    const between = (await outcome(concat(mp3, noise(3000), mp3))) as Float32Array;
    expect(between.length).toBeGreaterThan(whole.length * 1.5);
  });
});
