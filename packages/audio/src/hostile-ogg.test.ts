import { describe, expect, test } from 'vitest';
import {
  ascii,
  concat,
  oggPage,
  opusHead,
  opusTags,
  silentFlac,
  silentOpusPacket,
  uint,
} from '../test/build.ts';
import { readFixture, sha256 } from '../test/fixtures.ts';
import { outcome } from '../test/hostile.ts';
import { decodeAudio } from './decode.ts';

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

  test('of two streams side by side the first is decoded, and pages of a third are passed over', async () => {
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

  test('more links than are decoded are reported', async () => {
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
