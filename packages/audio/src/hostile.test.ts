import { describe, expect, test } from 'vitest';
import {
  ascii,
  concat,
  oggPage,
  opusHead,
  opusTags,
  silentFlac,
  silentOggOpus,
  silentOpusPacket,
  uint,
  wav,
} from '../test/build.ts';
import { headeredFixtures, readFixture } from '../test/fixtures.ts';
import { noise, outcome, pausesOf } from '../test/hostile.ts';
import { decodeAudio } from './decode.ts';
import { decodeWav } from './pcm/wav.ts';

describe('bytes that are no audio', () => {
  test('nothing at all is "empty", one byte of any value is unknown', async () => {
    expect(await outcome(new Uint8Array(0))).toBe('empty');
    for (let byte = 0; byte < 256; byte++) expect(await outcome(Uint8Array.of(byte))).toBe('unknown-format');
  });

  test('noise, silence and text are unknown', async () => {
    for (let seed = 1; seed <= 40; seed++) expect(await outcome(noise(20_000, seed))).toBe('unknown-format');
    for (const byte of [0x00, 0x55, 0x7f, 0xd5, 0xff]) {
      expect(await outcome(new Uint8Array(50_000).fill(byte))).toBe('unknown-format');
    }
    expect(await outcome(ascii('It was a dark and stormy night. '.repeat(1000)))).toBe('unknown-format');
  });

  test('formats that are known but not decoded are named', async () => {
    await expect(decodeAudio(ascii('\0\0\0\x20ftypM4A \0\0\0\0'))).rejects.toMatchObject({
      code: 'unsupported',
      message: 'MP4/M4A is not supported',
    });
    await expect(decodeAudio(ascii('RIFF\x10\0\0\0AVI LIST'))).rejects.toMatchObject({ code: 'unsupported' });
  });

  test('a proper start with noise behind it is an error, never noise', async () => {
    for (const start of [
      'RIFF\0\0\0\0WAVE',
      'fLaC',
      'fLaC\0\0\0\x22',
      'OggS',
      '\x1a\x45\xdf\xa3',
      'ID3\x04\0\0\0\0\0\0',
    ]) {
      for (let seed = 1; seed <= 10; seed++) {
        expect(typeof (await outcome(concat(ascii(start), noise(30_000, seed)))), start).toBe('string');
      }
    }
  });
});

describe('files that were cut', () => {
  test.each(headeredFixtures)(
    '%s, at every byte of its start and now and then after',
    async (name) => {
      const bytes = readFixture(name);
      const whole = await decodeAudio(bytes);
      for (let length = 0; length < bytes.length; length += length < 200 ? 1 : 2999) {
        const result = await outcome(bytes.slice(0, length));
        if (typeof result !== 'string')
          expect(result.length).toBeLessThanOrEqual(whole.samples.length + 2048);
      }
    },
    120_000,
  );
});

describe('headers that lie', () => {
  test('lengths past the end give the audio that is there, unknown ones too', async () => {
    const data = new Uint8Array(3200).fill(1);
    const honest = (await outcome(wav(data))) as Float32Array;
    for (const length of [0, 0xffff_ffff, 0x7fff_ffff, 3202]) {
      const result = await outcome(wav(data, { dataLength: length, riffLength: length }));
      expect(result, `${length}`).toEqual(honest);
    }
    expect(await outcome(wav(new Uint8Array(0)))).toBe('malformed');
  });

  test('a chunk behind the data is no audio', async () => {
    const data = new Uint8Array(3200).fill(1);
    const tail = concat(ascii('LIST'), uint(4, 400), new Uint8Array(400).fill(0x55));
    expect(await outcome(concat(wav(data), tail))).toEqual(await outcome(wav(data)));
    const empty = wav(new Uint8Array(0), { riffLength: 36 + tail.length });
    expect(await outcome(concat(empty, tail))).toBe('malformed');
  });

  test('audio in two data chunks is one after the other', async () => {
    const [one, two] = [noise(3200), noise(1600, 2)];
    const chunk = (name: string, data: Uint8Array) => concat(ascii(name), uint(4, data.length), data);
    const between = chunk('LIST', new Uint8Array(20));
    const file = concat(wav(one), between, chunk('data', two), chunk('data', new Uint8Array(0)), between);
    new DataView(file.buffer).setUint32(4, file.length - 8, true);
    expect(await outcome(file)).toEqual(await outcome(wav(concat(one, two))));
  });

  test('many empty chunks of data end soon, and pause', async () => {
    const empty = concat(ascii('data'), uint(4, 0));
    const file = new Uint8Array(44 + 8 * 200_000);
    file.set(wav(new Uint8Array(0), { riffLength: file.length - 8 }));
    for (let at = 44; at < file.length; at += 8) file.set(empty, at);
    expect(await outcome(file)).toBe('malformed');
    expect(await pausesOf(decodeWav, file)).toBeGreaterThan(40);
  });

  test('no length with audio behind it is a length not known, though the outer one is right', async () => {
    const data = new Uint8Array(3200).fill(1);
    expect(await outcome(wav(data, { dataLength: 0 }))).toEqual(await outcome(wav(data)));
  });

  test.each([0, 1])('a block size of %d is not believed', async (block) => {
    const data = noise(6400);
    expect(await outcome(wav(data, { block }))).toEqual(await outcome(wav(data)));
    const stereo = { channels: 2, bits: 24 };
    expect(await outcome(wav(data, { ...stereo, block }))).toEqual(await outcome(wav(data, stereo)));
  });

  test.each([
    { channels: 0 },
    { channels: 9 },
    { channels: 1000, block: 2000 },
    { channels: 65_535, block: 65_535 },
    { rate: 0 },
    { rate: 1 },
    { rate: 3999 },
    { rate: 192_001 },
    { rate: 0xffff_ffff },
    { bits: 12, block: 7 },
    { tag: 0x0002 },
    { tag: 0x0055 },
    { tag: 0xfffe },
    { tag: 3, bits: 16 },
    { tag: 0x31, block: 66 },
  ])('WAV with %o is refused', async (header) => {
    expect(['unsupported', 'malformed']).toContain(await outcome(wav(new Uint8Array(64_000), header)));
  });

  test('not-a-number and endless samples become silence and full scale', async () => {
    const values = Float32Array.of(
      Number.NaN,
      Number.POSITIVE_INFINITY,
      Number.NEGATIVE_INFINITY,
      1e30,
      -3,
      0.5,
    );
    const result = await outcome(wav(new Uint8Array(values.buffer), { tag: 3, bits: 32 }));
    expect(result).toEqual(Float32Array.of(0, 1, -1, 1, -1, 0.5));
  });

  test('Opus, Vorbis and FLAC with too many channels or no rate are refused', async () => {
    const first = (packet: Uint8Array) => oggPage([packet], { serial: 1, sequence: 0, first: true });
    expect(await outcome(first(opusHead(0)))).toBe('unsupported');
    expect(await outcome(first(opusHead(200)))).toBe('unsupported');
    const vorbis = (channels: number, rate: number) =>
      first(
        concat(ascii('\x01vorbis'), uint(4, 0), Uint8Array.of(channels), uint(4, rate), new Uint8Array(14)),
      );
    expect(await outcome(vorbis(255, 48_000))).toBe('unsupported');
    expect(await outcome(vorbis(1, 1))).toBe('unsupported');
    expect(await outcome(silentFlac(1, { rate: 1 }))).toBe('unsupported');
  });
});

describe('hours in a small file', () => {
  const hours10 = 36_000;

  test('FLAC stops at the cap', async () => {
    const bytes = silentFlac(Math.ceil((hours10 * 16_000) / 65_535));
    expect(bytes.length).toBeLessThan(200_000);
    const { samples, truncated } = await decodeAudio(bytes, { limits: { maxSeconds: 60 } });
    expect(truncated).toBe(true);
    expect(samples.length).toBe(60 * 16_000);
  });

  test('Opus stops at the cap', async () => {
    const bytes = silentOggOpus(Math.ceil(hours10 / 30.48));
    expect(bytes.length).toBeLessThan(1_000_000);
    const { samples, truncated } = await decodeAudio(bytes, { limits: { maxSeconds: 60 } });
    expect(truncated).toBe(true);
    expect(samples.length).toBe(60 * 16_000);
  });

  test('the memory used is the cap, not the file', async () => {
    const before = process.memoryUsage().rss;
    await decodeAudio(silentFlac(100_000), { limits: { maxSeconds: 60 } });
    await decodeAudio(silentOggOpus(2000), { limits: { maxSeconds: 60 } });
    // The files unpack to 26 GB and 4 GB; 60 s are 4 MB.
    expect(process.memoryUsage().rss - before).toBeLessThan(200e6);
  });
});

test('the console is silent and whole again after damaged packets', async () => {
  const { log, warn, error } = console;
  const packets = Array.from({ length: 100 }, (_, i) => concat(Uint8Array.of(0xff, 0x3f), noise(40, i + 1)));
  const file = concat(
    oggPage([opusHead()], { serial: 1, sequence: 0, first: true }),
    oggPage([opusTags], { serial: 1, sequence: 1 }),
    oggPage([...packets, silentOpusPacket], { serial: 1, sequence: 2, granule: 5760, last: true }),
  );
  const printed: unknown[] = [];
  console.error = (...parts: unknown[]) => printed.push(parts);
  try {
    await outcome(file);
  } finally {
    console.error = error;
  }
  expect(printed).toEqual([]);
  expect({ log: console.log, warn: console.warn, error: console.error }).toEqual({ log, warn, error });
});
