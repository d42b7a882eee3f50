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
  webm,
  webmBlock,
} from '../test/build.ts';
import { headeredFixtures, readFixture, sha256 } from '../test/fixtures.ts';
import { decodeAudio } from './decode.ts';
import { AudioError } from './errors.ts';
import { crc16 } from './flac/checksums.ts';
import { decodeFlac } from './flac/flac.ts';
import { FlacFrames } from './flac/frame.ts';
import { parseStreamInfo } from './flac/stream-info.ts';
import { MonoSink } from './mono-sink.ts';
import { expectedSamples } from './mp3/expected-samples.ts';
import { parseFrameHeader } from './mp3/frame-header.ts';
import { decodeMp3 } from './mp3/mp3.ts';
import { decodeWav } from './pcm/wav.ts';
import type { Decoder } from './stream.ts';

/** What becomes of bytes: the error's code, or the samples. */
async function outcome(bytes: Uint8Array, limits = {}): Promise<string | Float32Array> {
  try {
    return (await decodeAudio(bytes, { limits })).samples;
  } catch (error) {
    if (error instanceof AudioError) return error.code;
    throw error;
  }
}

/** How often a decoder offers to let the event loop turn. */
async function pausesOf(decode: Decoder, bytes: Uint8Array): Promise<number> {
  let pauses = 0;
  for await (const _ of decode(bytes, new MonoSink(16_000, 60))) pauses++;
  return pauses;
}

function noise(length: number, seed = 1): Uint8Array {
  let state = seed;
  return Uint8Array.from({ length }, () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state >>> 24;
  });
}

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

  test('the memory taken is the cap, not the file', async () => {
    const before = process.memoryUsage().rss;
    await decodeAudio(silentFlac(100_000), { limits: { maxSeconds: 60 } });
    await decodeAudio(silentOggOpus(2000), { limits: { maxSeconds: 60 } });
    // The files unpack to 26 GB and 4 GB; 60 s are 4 MB.
    expect(process.memoryUsage().rss - before).toBeLessThan(200e6);
  });
});

describe('Ogg', () => {
  const rename = (bytes: Uint8Array, serial: number) => {
    // Every page of a fixture under another serial number.
    const copy = bytes.slice();
    const buffer = Buffer.from(copy.buffer);
    const parts: Uint8Array[] = [];
    for (let at = 0, next = 0; at < copy.length; at = next) {
      next = buffer.indexOf('OggS', at + 4, 'latin1');
      if (next === -1) next = copy.length;
      const page = copy.slice(at, next);
      page.set(uint(4, serial), 14);
      parts.push(repage(page));
    }
    return parts;
  };
  const repage = (page: Uint8Array) => {
    const lacing = page.subarray(27, 27 + page[26]!);
    const packets: Uint8Array[] = [];
    let [at, length] = [27 + lacing.length, 0];
    for (const piece of lacing) {
      length += piece;
      if (piece < 255) {
        packets.push(page.subarray(at, at + length));
        [at, length] = [at + length, 0];
      }
    }
    const view = new DataView(page.buffer);
    return length > 0
      ? page
      : oggPage(packets, {
          serial: view.getUint32(14, true),
          sequence: view.getUint32(18, true),
          granule: Number(view.getBigInt64(6, true)),
          first: (page[5]! & 2) !== 0,
          last: (page[5]! & 4) !== 0,
        });
  };

  test.each(['mono.opus', 'stereo.ogg', 'stereo.oga'])(
    '%s chained to itself is twice as long',
    async (name) => {
      const bytes = readFixture(name);
      const once = await decodeAudio(bytes, { rate: 48_000 });
      const twice = await decodeAudio(concat(bytes, bytes), { rate: 48_000 });
      const other = await decodeAudio(concat(bytes, ...rename(bytes, 99)), { rate: 48_000 });
      expect(twice.samples.length).toBe(2 * once.samples.length);
      expect(twice.samples.subarray(0, once.samples.length)).toEqual(once.samples);
      expect(twice.samples.subarray(once.samples.length)).toEqual(once.samples);
      expect(sha256(other.samples)).toBe(sha256(twice.samples));
    },
  );

  test('of two streams side by side the first is taken, and pages of a third are passed over', async () => {
    const one = rename(readFixture('mono.opus'), 1);
    const two = rename(readFixture('stereo.opus'), 2);
    const foreign = oggPage([ascii('fishead\0')], { serial: 3, sequence: 0, first: true });
    const [first, ...rest] = one;
    const mixed = [foreign, first!, two[0]!];
    for (let i = 0; i < Math.max(rest.length, two.length - 1); i++) {
      if (rest[i]) mixed.push(rest[i]!);
      if (two[i + 1]) mixed.push(two[i + 1]!);
    }
    const alone = await decodeAudio(readFixture('mono.opus'));
    const beside = await decodeAudio(concat(...mixed));
    expect(sha256(beside.samples)).toBe(sha256(alone.samples));
  });

  test('a damaged page or frame costs its own audio only', async () => {
    const pages = concat(...new Array<Uint8Array>(3).fill(readFixture('mono.opus')));
    for (const bytes of [pages, silentFlac(5), readFixture('stereo.flac')]) {
      const damaged = bytes.slice();
      damaged[bytes.length - 5]! ^= 0x10;
      const [whole, rest] = [await decodeAudio(bytes), await decodeAudio(damaged)];
      expect(rest.samples.length).toBeLessThan(whole.samples.length);
      expect(rest.samples.length).toBeGreaterThan(whole.samples.length / 4);
    }
  });

  test('a million empty links, and pages within pages, end soon', async () => {
    const link = oggPage([opusHead()], { serial: 7, sequence: 0, first: true });
    const tags = oggPage([opusTags], { serial: 7, sequence: 1 });
    expect(await outcome(concat(...new Array<Uint8Array>(20_000).fill(concat(link, tags))))).toBe(
      'malformed',
    );

    const lure = concat(ascii('OggS'), new Uint8Array(22), Uint8Array.of(255), new Uint8Array(10).fill(255));
    const lures = concat(link, ...new Array<Uint8Array>(20_000).fill(lure));
    expect(await outcome(lures)).toBe('malformed');
  });

  test('more links than are decoded are told of', async () => {
    const link = concat(
      oggPage([opusHead()], { serial: 1, sequence: 0, first: true }),
      oggPage([opusTags], { serial: 1, sequence: 1 }),
      oggPage([silentOpusPacket], { serial: 1, sequence: 2, granule: 5760, last: true }),
    );
    const decode = (links: number) => decodeAudio(concat(...new Array<Uint8Array>(links).fill(link)));
    const [all, some] = [await decode(64), await decode(65)];
    expect(all.truncated).toBe(false);
    expect(some.truncated).toBe(true);
    expect(some.samples.length).toBe(all.samples.length);
  });

  test('a missing Vorbis set-up and an endless packet are errors', async () => {
    const vorbis = readFixture('mono.ogg');
    const second = Buffer.from(vorbis.buffer).indexOf('OggS', 4, 'latin1');
    const third = Buffer.from(vorbis.buffer).indexOf('OggS', second + 4, 'latin1');
    expect(await outcome(concat(vorbis.subarray(0, second), vorbis.subarray(third)))).toBe('malformed');
    const open = (sequence: number) => {
      const page = oggPage([new Uint8Array(255 * 255 - 1)], { serial: 1, sequence });
      return page;
    };
    const endless = [oggPage([opusHead()], { serial: 1, sequence: 0, first: true }), ...[1, 2, 3].map(open)];
    expect(await outcome(concat(...endless))).toBe('malformed');
  });
});

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

  test('streams of other rates lose no frame, and more than are decoded are told of', async () => {
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
