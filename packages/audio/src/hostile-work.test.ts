import { describe, expect, test } from 'vitest';
import { ascii, concat, oggPage, silentFlac, wav } from '../test/build.ts';
import { readFixture } from '../test/fixtures.ts';
import { noise, pausesOf } from '../test/hostile.ts';
import { decodeAudio } from './decode.ts';
import { decodeFlac } from './flac/flac.ts';
import { oggDecoder } from './ogg/ogg.ts';
import { OggPackets } from './ogg/packets.ts';
import { oggPages } from './ogg/pages.ts';

const minute = { limits: { maxSeconds: 60 } };
const framesOf = (seconds: number, rate: number) => Math.ceil((seconds * rate) / 65_535);

describe('the work of decoding is bounded, whatever the length of the audio', () => {
  test('8 channels at 192 kHz are cut before maxSeconds', async () => {
    const bytes = silentFlac(framesOf(60, 192_000), { rate: 192_000, channels: 8 });
    const { found, truncated } = await decodeAudio(bytes, minute);
    expect(truncated).toBe(true);
    expect(found.seconds).toBeLessThan(12.5);
    expect(found.seconds).toBeGreaterThan(11);
  });

  test.each([
    [1, 192_000],
    [2, 48_000],
    [2, 96_000],
    [6, 48_000],
  ])('%i channels at %i Hz are decoded whole', async (channels, rate) => {
    const bytes = silentFlac(Math.floor((60 * rate) / 65_535), { rate, channels });
    const { found, truncated } = await decodeAudio(bytes, minute);
    expect(truncated).toBe(false);
    expect(found.seconds).toBeGreaterThan(58);
  });

  test('a second is always decoded, however little is wanted', async () => {
    const bytes = wav(noise(48_000 * 2 * 2), { channels: 2, rate: 48_000 });
    const { found } = await decodeAudio(bytes, { limits: { maxSeconds: 0.5 } });
    expect(found.seconds).toBe(0.5);
  });

  test('GSM at a rate that GSM does not have is cut before maxSeconds', async () => {
    const blocks = Math.ceil((60 * 192_000) / 320);
    const bytes = wav(noise(65 * blocks), { tag: 0x31, rate: 192_000, block: 65, bits: 0 });
    const { found, truncated } = await decodeAudio(bytes, minute);
    expect(truncated).toBe(true);
    expect(found.seconds).toBeLessThan(10);
  });

  test('a WAV file that changes its format all the time is cut', async () => {
    const change = (rate: number) => wav(noise(64), { rate }).subarray(12);
    const changes = Array.from({ length: 200 }, (_, i) => change(8000 + i));
    const { samples, truncated } = await decodeAudio(concat(ascii('RIFF\0\0\0\0WAVE'), ...changes));
    expect(truncated).toBe(true);
    // 32 samples of 8 kHz are 64 of 16 kHz; 64 formats are decoded.
    expect(samples.length).toBeLessThan(65 * 64);
    expect(samples.length).toBeGreaterThan(60 * 60);
  });
});

describe('audio that is decoded and left out counts as work', () => {
  const eight = { rate: 192_000, channels: 8 };

  /** A frame of silence with a wrong checksum. */
  const badFrame = () => {
    const file = silentFlac(1, eight);
    file[file.length - 1]! ^= 1;
    return file.subarray(42);
  };

  test('FLAC frames with wrong checksums', async () => {
    const bytes = concat(silentFlac(0, eight), ...new Array<Uint8Array>(3000).fill(badFrame()));
    // A pause for each frame that was decoded for nothing.
    expect(await pausesOf(decodeFlac, bytes)).toBeLessThan(5);
  });

  test('Ogg FLAC frames with wrong checksums', async () => {
    const header = concat(ascii('\x7fFLAC\x01\0\0\0'), silentFlac(0, eight));
    const pages = Array.from({ length: 1000 }, (_, i) =>
      oggPage([badFrame()], { serial: 1, sequence: i + 1 }),
    );
    const bytes = concat(oggPage([header], { serial: 1, sequence: 0, first: true }), ...pages);
    expect(await pausesOf(oggDecoder('flac'), bytes)).toBeLessThan(100);
  });

  test('Vorbis pages whose position leaves nothing of them', async () => {
    const [first, ...rest] = [...oggPages(readFixture('stereo.ogg'))];
    const packets = new OggPackets();
    packets.take(first!);
    const [comment, setup, ...audio] = rest.flatMap((page) => packets.take(page));
    const head = oggPage([first!.body], { serial: 1, sequence: 0, first: true });
    const headers = oggPage([comment!, setup!], { serial: 1, sequence: 1 });
    const pages = Array.from({ length: 6000 }, (_, i) =>
      oggPage(audio.slice(0, 60), { serial: 1, sequence: i + 2, granule: 0, last: true }),
    );
    expect(await pausesOf(oggDecoder('vorbis'), concat(head, headers, ...pages))).toBeLessThan(3000);
  });
});
