import { describe, expect, test } from 'vitest';
import { ascii, concat } from '../../test/build.ts';
import { readFixture } from '../../test/fixtures.ts';
import { outcome } from '../../test/hostile.ts';
import { decodeAudio } from '../decode.ts';

interface AuHeader {
  start?: number;
  length?: number;
  encoding: number;
  rate?: number;
  channels?: number;
}

function au(data: Uint8Array, header: AuHeader): Uint8Array {
  const { start = 28, length = data.length, encoding, rate = 8000, channels = 1 } = header;
  const numbers = Buffer.alloc(20);
  for (const [index, value] of [start, length, encoding, rate, channels].entries()) {
    numbers.writeUInt32BE(value, 4 * index);
  }
  return concat(ascii('.snd'), numbers, new Uint8Array(4), data);
}

const pcm = readFixture('raw.pcm');
/** 16-bit samples in another form. */
const converted = (bytes: number, write: (view: DataView, at: number, sample: number) => void) => {
  const view = new DataView(new ArrayBuffer((pcm.length / 2) * bytes));
  const samples = new DataView(pcm.buffer, pcm.byteOffset);
  for (let i = 0; i < pcm.length / 2; i++) write(view, i * bytes, samples.getInt16(2 * i, true));
  return new Uint8Array(view.buffer);
};

describe('AU files', () => {
  test.each([
    ['16 bits', 3, converted(2, (view, at, sample) => view.setInt16(at, sample))],
    [
      '24 bits',
      4,
      converted(3, (view, at, sample) => {
        view.setInt16(at, sample);
        view.setUint8(at + 2, 0);
      }),
    ],
    ['32 bits', 5, converted(4, (view, at, sample) => view.setInt32(at, sample * 65_536))],
    ['float', 6, converted(4, (view, at, sample) => view.setFloat32(at, sample / 32_768))],
    ['double', 7, converted(8, (view, at, sample) => view.setFloat64(at, sample / 32_768))],
  ])('of %s hold what the same PCM does', async (_name, encoding, data) => {
    const expected = await decodeAudio(pcm, { raw: { encoding: 'pcm', rate: 8000 } });
    const { samples, found } = await decodeAudio(au(data, { encoding }));
    expect(found).toMatchObject({ container: 'au', rate: 8000, channels: 1 });
    expect(samples).toEqual(expected.samples);
  });

  test.each([
    ['ulaw', 1, 'raw.ulaw'],
    ['alaw', 27, 'raw.alaw'],
  ] as const)('of %s too', async (encoding, number, name) => {
    const bytes = readFixture(name);
    const expected = await decodeAudio(bytes, { raw: { encoding, rate: 8000 } });
    const { samples, found } = await decodeAudio(au(bytes, { encoding: number, length: 0xffff_ffff }));
    expect(found.codec).toBe(encoding);
    expect(samples).toEqual(expected.samples);
  });

  test('of 8 bits, in two channels, are mixed', async () => {
    const data = Uint8Array.of(64, 0, 0xc0, 0x80, 127, 127);
    const { samples } = await decodeAudio(au(data, { encoding: 2, channels: 2, rate: 16_000 }));
    expect([...samples]).toEqual([0.25, -0.75, 127 / 128]);
  });

  test('that lie are errors', async () => {
    expect(await outcome(au(pcm, { encoding: 23 }))).toBe('unsupported');
    expect(await outcome(au(pcm, { encoding: 3, rate: 1 }))).toBe('unsupported');
    expect(await outcome(au(pcm, { encoding: 3, channels: 9 }))).toBe('unsupported');
    expect(await outcome(au(pcm, { encoding: 3, start: 4 }))).toBe('malformed');
    expect(await outcome(au(pcm, { encoding: 3, start: 65_000 }))).toBe('malformed');
    expect(await outcome(au(pcm, { encoding: 3 }).subarray(0, 20))).toBe('malformed');
    const longer = au(pcm, { encoding: 3, length: 0x7fff_ffff });
    expect(await outcome(longer)).toEqual(await outcome(au(pcm, { encoding: 3 })));
  });
});
