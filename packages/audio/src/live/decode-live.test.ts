import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { headeredFixtures, readFixture } from '../../test/fixtures.ts';
import { decodeAudio } from '../decode.ts';
import { joinSamples } from '../join-samples.ts';
import { oggChecksum } from '../ogg/checksum.ts';
import { oggPages } from '../ogg/pages.ts';
import type { DecodeRequest } from '../request.ts';
import { decodeLive, type LivePosition } from './decode-live.ts';

const BLOCK = 512;

/** Everything that a client of `decodeLive` does: it keeps what it is told to keep, and passes on what comes. */
async function decodeInParts(bytes: Uint8Array, sizes: readonly number[], request: DecodeRequest) {
  const samples: Float32Array[] = [];
  let kept: Uint8Array = new Uint8Array();
  let position: LivePosition | undefined;
  let most = 0;
  let whole = false;
  for (let at = 0, turn = 0; at < bytes.length; turn++) {
    const end = Math.min(bytes.length, at + sizes[turn % sizes.length]!);
    const passed = Buffer.concat([kept, bytes.subarray(at, end)]);
    const part = await decodeLive(passed, { ...request, last: end === bytes.length, block: BLOCK }, position);
    samples.push(part.samples);
    kept = passed.subarray(passed.length - part.keep);
    position = part.next;
    whole ||= part.whole ?? false;
    if (end < bytes.length) most = Math.max(most, kept.length);
    at = end;
  }
  return { parts: samples, samples: joinSamples(samples), most, whole };
}

/** A chirp and some noise, so that a sample in the wrong place is noticed. */
function signal(length: number, rate: number): Float32Array {
  let seed = 1;
  return Float32Array.from({ length }, (_, n) => {
    seed = (seed * 48_271) % 0x7fff_ffff;
    return (
      0.5 * Math.sin(2 * Math.PI * (200 + 300 * (n / rate)) * (n / rate)) + 0.1 * (seed / 0x7fff_ffff - 0.5)
    );
  });
}

function pcm(length: number, rate: number): Uint8Array {
  return new Uint8Array(Int16Array.from(signal(length, rate), (value) => Math.round(value * 32_767)).buffer);
}

function wav(
  data: Uint8Array,
  rate: number,
  length: number,
  behind: Uint8Array = new Uint8Array(),
): Uint8Array {
  const head = Buffer.alloc(44);
  head.write('RIFF\0\0\0\0WAVEfmt ', 0, 'latin1');
  head.writeUInt32LE(16, 16);
  head.writeUInt16LE(1, 20);
  head.writeUInt16LE(1, 22);
  head.writeUInt32LE(rate, 24);
  head.writeUInt32LE(2 * rate, 28);
  head.writeUInt16LE(2, 32);
  head.writeUInt16LE(16, 34);
  head.write('data', 36, 'latin1');
  head.writeUInt32LE(length, 40);
  return Buffer.concat([head, data, behind]);
}

/** Odd numbers of bytes too: a sample may lie in two parts. */
const sizes = fc.array(fc.integer({ min: 1500, max: 15_000 }), { minLength: 1, maxLength: 12 });
const rates = fc.oneof(
  fc.constantFrom(8000, 11_025, 16_000, 22_050, 32_000, 44_100, 48_000),
  fc.integer({ min: 4000, max: 96_000 }),
);

describe('a stream decoded in parts is what it is in one piece', () => {
  test('as raw PCM of any rate, in parts of any size', async () => {
    const property = fc.asyncProperty(rates, sizes, fc.boolean(), async (rate, cuts, stereo) => {
      const request = { raw: { encoding: 'pcm' as const, rate, channels: stereo ? 2 : 1 } };
      const bytes = pcm(rate, rate);
      const whole = await decodeAudio(bytes, request);
      const { samples, parts } = await decodeInParts(bytes, cuts, request);
      expect(Buffer.compare(Buffer.from(samples.buffer), Buffer.from(whole.samples.slice().buffer))).toBe(0);
      expect(parts.slice(0, -1).every(({ length }) => length % BLOCK === 0)).toBe(true);
    });
    await fc.assert(property, { numRuns: 20 });
  });

  test.each(['alaw', 'ulaw'] as const)('as raw %s', async (encoding) => {
    const request = { raw: { encoding, rate: 8000 }, refuseHeader: true };
    const bytes = Uint8Array.from({ length: 12_000 }, (_, n) => (n * 7919 + (n >> 5)) & 255);
    const whole = await decodeAudio(bytes, request);
    expect((await decodeInParts(bytes, [160], request)).samples).toEqual(whole.samples);
  });

  test.each([
    ['with its length', (data: Uint8Array) => data.length],
    ['without a length', () => 0xffff_ffff],
    ['with the length zero', () => 0],
  ])('as a WAV file %s', async (_, length) => {
    const data = pcm(3 * 8000, 8000);
    const bytes = wav(data, 8000, length(data));
    const whole = await decodeAudio(bytes);
    const { samples, most } = await decodeInParts(bytes, [37, 3200], {});
    expect(samples).toEqual(whole.samples);
    // A fraction of a second, whatever went before.
    expect(most).toBeLessThan(3 * 3200);
  });

  test('as a WAV file with other chunks behind its samples', async () => {
    const data = pcm(2 * 16_000, 16_000);
    const behind = Buffer.concat([Buffer.from('LIST\x10\0\0\0', 'latin1'), Buffer.alloc(16, 0x7f)]);
    const bytes = wav(data, 16_000, data.length, behind);
    expect((await decodeInParts(bytes, [2000], {})).samples).toEqual((await decodeAudio(bytes)).samples);
  });
});

test.each(headeredFixtures.filter((name) => !name.endsWith('.opus')))(
  '%s in parts is what it is',
  async (name) => {
    const bytes = readFixture(name);
    const property = fc.asyncProperty(sizes, async (cuts) => {
      const { samples } = await decodeInParts(bytes, cuts, {});
      expect(samples).toEqual((await decodeAudio(bytes)).samples);
    });
    await fc.assert(property, { numRuns: 2 });
  },
);

describe('Opus in Ogg', () => {
  const speech = new Uint8Array(
    readFileSync(new URL('../../../../test/fixtures/sentence.opus', import.meta.url)),
  );

  test.each([[200], [1000], [5000]])(
    'in parts of %i bytes is nearly what it is in one piece',
    async (size) => {
      const { samples: whole } = await decodeAudio(speech);
      const { samples, most } = await decodeInParts(speech, [size], {});
      expect(samples.length).toBe(whole.length);
      let [power, error] = [0, 0];
      for (const [n, sample] of whole.entries()) {
        power += sample ** 2;
        error += (sample - samples[n]!) ** 2;
      }
      expect(10 * Math.log10(power / error)).toBeGreaterThan(40);
      expect(most).toBeLessThan(speech.length);
    },
  );
});

describe('bytes that are no audio', () => {
  test('are refused once they are too many for a header', async () => {
    const noise = new Uint8Array(70_000).fill(1);
    const request = { last: false, block: BLOCK };
    expect(await decodeLive(noise.subarray(0, 100), request)).toMatchObject({ keep: 100 });
    await expect(decodeLive(noise, request)).rejects.toMatchObject({ code: 'unknown-format' });
  });

  test('are refused at the end, however few they are', async () => {
    const request = { last: true, block: BLOCK };
    await expect(decodeLive(new Uint8Array(), request)).rejects.toMatchObject({ code: 'empty' });
    await expect(decodeLive(new Uint8Array(9), request)).rejects.toMatchObject({ code: 'unknown-format' });
  });

  test('are refused at once where they are a known format that is not supported', async () => {
    const mp4 = Buffer.from('\0\0\0\x20ftypisom\0\0\0\0', 'latin1');
    const request = { last: false, block: BLOCK };
    await expect(decodeLive(mp4, request)).rejects.toMatchObject({ code: 'unsupported' });
  });
});

test('a file that only its end completes is decoded then', async () => {
  const bytes = readFixture('mono.mp3');
  const { samples, whole, parts } = await decodeInParts(bytes, [1000], {});
  expect(whole).toBe(true);
  expect(parts.slice(0, -1).every(({ length }) => length === 0)).toBe(true);
  expect(samples).toEqual((await decodeAudio(bytes)).samples);
});

describe('a file that may be taken for raw audio', () => {
  const raw = { encoding: 'pcm', rate: 8000 } as const;
  const mp3 = readFixture('mono.mp3');
  const tag = (size: number) =>
    Buffer.concat([
      Buffer.from('ID3\x03\0\0', 'latin1'),
      Buffer.from([21, 14, 7, 0].map((shift) => (size >> shift) & 127)),
      Buffer.alloc(size),
    ]);

  test.each([64, 160, 320, 1000])('is MP3 in parts of %i bytes', async (size) => {
    const { samples } = await decodeInParts(mp3, [size], { raw, preferHeader: true });
    expect(samples).toEqual((await decodeAudio(mp3)).samples);
  });

  test.each([
    ['two tags', Buffer.concat([tag(900), tag(5000), mp3])],
    ['a picture in its tag', Buffer.concat([tag(200_000), mp3])],
    ['a tag in front of FLAC', Buffer.concat([tag(5000), readFixture('mono.flac')])],
  ])('is a file with %s', async (_, bytes) => {
    const whole = await decodeAudio(bytes);
    expect((await decodeInParts(bytes, [320], { raw, preferHeader: true })).samples).toEqual(whole.samples);
    expect((await decodeInParts(bytes, [16_000], {})).samples).toEqual(whole.samples);
  });

  test('is a file whose metadata is longer than a header may be', async () => {
    const flac = readFixture('mono.flac');
    const padding = Buffer.concat([Buffer.from([1, 1, 0, 0]), Buffer.alloc(65_536)]);
    const bytes = Buffer.concat([flac.subarray(0, 42), padding, padding, flac.subarray(42)]);
    expect((await decodeInParts(bytes, [16_000], {})).samples).toEqual((await decodeAudio(bytes)).samples);
  });

  test('is refused where none is accepted', async () => {
    const refused = decodeInParts(mp3, [160], { raw, refuseHeader: true });
    await expect(refused).rejects.toMatchObject({ code: 'not-accepted' });
  });

  test.each([
    ['a frame', Buffer.from([0xff, 0xfb, 0xe0, 0x00])],
    ['a tag', tag(1000).subarray(0, 10)],
  ])('is raw audio as soon as what begins like %s goes on in another way', async (_, start) => {
    const bytes = Buffer.concat([start, pcm(8000, 8000)]);
    const { samples, parts } = await decodeInParts(bytes, [160], { raw, preferHeader: true });
    expect(samples).toEqual((await decodeAudio(bytes, { raw })).samples);
    const first = parts.findIndex(({ length }) => length > 0);
    expect(first * 160).toBeLessThan(3000);
  });

  test('says how many bytes it takes to know', async () => {
    const request = { last: false, block: BLOCK };
    expect(await decodeLive(tag(200_000).subarray(0, 100), request)).toMatchObject({ least: 200_020 });
    const part = await decodeLive(mp3.subarray(0, 64), { ...request, raw, preferHeader: true });
    expect(part.least).toBeGreaterThan(64);
    expect(part.least).toBeLessThan(3000);
  });
});

describe('a header that is longer than others', () => {
  /** Everything before it is in front of the samples, and a client waits for as much as it is told to. */
  async function firstSamplesAt(bytes: Uint8Array, step: number) {
    let wanted = 0;
    let jobs = 0;
    for (let end = step; end < bytes.length; end += step) {
      if (end < wanted) continue;
      jobs += 1;
      const part = await decodeLive(bytes.subarray(0, end), { last: false, block: BLOCK });
      if (part.samples.length > 0) return { end, jobs };
      wanted = part.least ?? 0;
    }
    return undefined;
  }

  const wavHead = (data: Uint8Array) => {
    const file = wav(data, 16_000, data.length);
    const list = Buffer.concat([Buffer.from('LIST\xa0\x86\x01\0', 'latin1'), Buffer.alloc(100_000, 'x')]);
    return Buffer.concat([file.subarray(0, 36), list, list, file.subarray(36)]);
  };

  test('of a WAV file is waited for, and no further', async () => {
    const bytes = wavHead(pcm(32_000, 16_000));
    const { samples } = await decodeAudio(bytes);
    expect((await decodeInParts(bytes, [3000], {})).samples).toEqual(samples);
    const found = await firstSamplesAt(bytes, 320);
    expect(found!.end - 200_060).toBeLessThan(2000);
    expect(found!.jobs).toBeLessThan(8);
    // What is kept of it is no longer than any other header.
    const { most } = await decodeInParts(bytes, [3000], {});
    expect(most).toBeLessThan(210_000);
  });

  test('of an Opus file is waited for, with pictures in its tags', async () => {
    const speech = new Uint8Array(
      readFileSync(new URL('../../../../test/fixtures/sentence.opus', import.meta.url)),
    );
    const [head, tags, ...audio] = [...oggPages(speech)];
    const picture = Buffer.concat([tags!.body, Buffer.alloc(65_025 * 3)]);
    let sequence = 0;
    const page = (from: { granule: number }, lacing: Uint8Array, body: Uint8Array, flags: number) => {
      const bytes = Buffer.alloc(27 + lacing.length + body.length);
      bytes.write('OggS\0', 0, 'latin1');
      bytes[5] = flags;
      bytes.writeBigInt64LE(BigInt(from.granule), 6);
      bytes.writeUInt32LE(head!.serial, 14);
      bytes.writeUInt32LE(sequence++, 18);
      bytes[26] = lacing.length;
      bytes.set(lacing, 27);
      bytes.set(body, 27 + lacing.length);
      bytes.writeUInt32LE(oggChecksum(bytes, 0, bytes.length), 22);
      return bytes;
    };
    const pages = [page(head!, head!.lacing, head!.body, 2)];
    const full = new Uint8Array(255).fill(255);
    let at = 0;
    for (; at + 65_025 <= picture.length; at += 65_025) {
      pages.push(
        page({ granule: at === 0 ? 0 : -1 }, full, picture.subarray(at, at + 65_025), at === 0 ? 0 : 1),
      );
    }
    const rest = picture.subarray(at);
    const end = Uint8Array.from({ length: Math.floor(rest.length / 255) + 1 }, (_, n) =>
      Math.min(255, rest.length - 255 * n),
    );
    pages.push(page({ granule: 0 }, end, rest, 1));
    const header = Buffer.concat(pages).length;
    pages.push(
      ...audio.map((each) =>
        page(each, each.lacing, each.body, (each.last ? 4 : 0) | (each.continued ? 1 : 0)),
      ),
    );
    const bytes = Buffer.concat(pages);
    const { samples: whole } = await decodeAudio(bytes);
    expect(whole.length).toBeGreaterThan(16_000);
    expect((await decodeInParts(bytes, [3000], {})).samples.length).toBe(whole.length);
    const found = await firstSamplesAt(bytes, 320);
    expect(found!.end - header).toBeLessThan(header / 16 + 6000);
    expect(found!.jobs).toBeLessThan(80);
  });

  test('that never ends is refused at the end', async () => {
    const bytes = wavHead(pcm(100, 16_000)).subarray(0, 150_000);
    await expect(decodeInParts(bytes, [3000], {})).rejects.toMatchObject({ code: 'malformed' });
  });
});
