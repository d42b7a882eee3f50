import { crc8, crc16 } from '../src/flac/checksums.ts';
import { writeOggPage } from '../src/ogg/write-page.ts';

/** Small builders of files that no encoder would write. */

export const ascii = (text: string): Uint8Array => Uint8Array.from(Buffer.from(text, 'latin1'));

export const concat = (...parts: readonly Uint8Array[]): Uint8Array => Uint8Array.from(Buffer.concat(parts));

export function uint(bytes: 2 | 4 | 8, value: number): Uint8Array {
  const buffer = Buffer.alloc(8);
  buffer.writeBigUInt64LE(BigInt(value));
  return Uint8Array.from(buffer.subarray(0, bytes));
}

export interface WavHeader {
  tag?: number;
  channels?: number;
  rate?: number;
  block?: number;
  bits?: number;
  riffLength?: number;
  dataLength?: number;
}

export function wav(data: Uint8Array, header: WavHeader = {}): Uint8Array {
  const { tag = 1, channels = 1, rate = 16_000, bits = 16 } = header;
  const block = header.block ?? (channels * bits) / 8;
  return concat(
    ascii('RIFF'),
    uint(4, header.riffLength ?? data.length + 36),
    ascii('WAVEfmt '),
    uint(4, 16),
    ...[uint(2, tag), uint(2, channels), uint(4, rate), uint(4, rate * block), uint(2, block), uint(2, bits)],
    ascii('data'),
    uint(4, header.dataLength ?? data.length),
    data,
  );
}

export const oggPage = writeOggPage;

export function opusHead(channels = 1): Uint8Array {
  return concat(
    ascii('OpusHead'),
    Uint8Array.of(1, channels),
    uint(2, 0),
    uint(4, 48_000),
    uint(2, 0),
    Uint8Array.of(0),
  );
}

export const opusTags = concat(ascii('OpusTags'), uint(4, 0), uint(4, 0));

/** 120 ms of silence in three bytes: CELT, six frames of 20 ms with nothing in them. */
export const silentOpusPacket = Uint8Array.of(0xfb, 0x06);

/** A stream of `pages` pages, each of 254 packets of silence: half a minute in a kilobyte. */
export function silentOggOpus(pages: number): Uint8Array {
  const page = new Array<Uint8Array>(254).fill(silentOpusPacket);
  return concat(
    oggPage([opusHead()], { serial: 1, sequence: 0, first: true }),
    oggPage([opusTags], { serial: 1, sequence: 1 }),
    ...Array.from({ length: pages }, (_, i) =>
      oggPage(page, { serial: 1, sequence: i + 2, granule: (i + 1) * 254 * 5760, last: i === pages - 1 }),
    ),
  );
}

/** Frames of 65,535 zeros in 14 bytes each. */
export function silentFlac(frames: number, { rate = 16_000, channels = 1 } = {}): Uint8Array {
  const info = new Uint8Array(34);
  const view = new DataView(info.buffer);
  view.setUint16(0, 65_535);
  view.setUint16(2, 65_535);
  view.setUint32(10, ((rate << 12) | ((channels - 1) << 9) | (15 << 4)) >>> 0);
  const header = Uint8Array.of(0xff, 0xf8, 0x70, ((channels - 1) << 4) | 0x08, 0x00, 0xff, 0xfe);
  const subframes = new Uint8Array(3 * channels);
  const body = concat(header, Uint8Array.of(crc8(header, 0, header.length)), subframes);
  const check = crc16(body, 0, body.length);
  const frame = concat(body, Uint8Array.of(check >> 8, check & 255));
  return concat(
    ascii('fLaC'),
    Uint8Array.of(0x80, 0, 0, 34),
    info,
    ...new Array<Uint8Array>(frames).fill(frame),
  );
}

function element(id: readonly number[], data: Uint8Array): Uint8Array {
  const size = data.length;
  return concat(Uint8Array.from(id), Uint8Array.of(0x10 | (size >> 24), size >> 16, size >> 8, size), data);
}

/** One packet, the last `padding` nanoseconds of which are to be left out. */
export function webmBlock(
  packet: Uint8Array,
  padding = 0,
  { track = 1, paddingFirst = false } = {},
): Uint8Array {
  const block = element([0xa1], concat(Uint8Array.of(0x80 | track, 0, 0, 0), packet));
  const discard = element([0x75, 0xa2], uint(4, padding).reverse());
  if (padding === 0) return element([0xa0], block);
  return element([0xa0], paddingFirst ? concat(discard, block) : concat(block, discard));
}

export function webm(blocks: readonly Uint8Array[], { numberBytes = 1 } = {}): Uint8Array {
  const number = new Uint8Array(numberBytes);
  number[numberBytes - 1] = 1;
  const track = concat(
    element([0xd7], number),
    element([0x86], ascii('A_OPUS')),
    element([0x63, 0xa2], opusHead()),
  );
  const tracks = element([0x16, 0x54, 0xae, 0x6b], element([0xae], track));
  const cluster = element([0x1f, 0x43, 0xb6, 0x75], concat(...blocks));
  return concat(
    element([0x1a, 0x45, 0xdf, 0xa3], element([0x42, 0x82], ascii('webm'))),
    element([0x18, 0x53, 0x80, 0x67], concat(tracks, cluster)),
  );
}
