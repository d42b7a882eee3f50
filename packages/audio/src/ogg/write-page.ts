import { oggChecksum } from './checksum.ts';

export interface PageOptions {
  readonly serial: number;
  readonly sequence: number;
  /** The position of the last sample of the last packet that ends on the page. */
  readonly granule?: number | undefined;
  readonly first?: boolean | undefined;
  readonly last?: boolean | undefined;
}

const headerBytes = 27;
const mostSegments = 255;

/** A page of whole packets; they must fit into 255 segments of 255 bytes. */
export function writeOggPage(packets: readonly Uint8Array[], options: PageOptions): Uint8Array {
  const { serial, sequence, granule = 0, first = false, last = false } = options;
  const lacing = packets.flatMap(({ length }) => [
    ...new Array<number>(Math.floor(length / 255)).fill(255),
    length % 255,
  ]);
  if (lacing.length > mostSegments) throw new RangeError(`${lacing.length} segments on an Ogg page`);
  const length = packets.reduce((sum, packet) => sum + packet.length, headerBytes + lacing.length);
  const page = new Uint8Array(length);
  const view = new DataView(page.buffer);
  page.set(Buffer.from('OggS', 'latin1'));
  page[5] = (first ? 2 : 0) | (last ? 4 : 0);
  view.setBigUint64(6, BigInt(granule), true);
  view.setUint32(14, serial, true);
  view.setUint32(18, sequence, true);
  page[26] = lacing.length;
  page.set(lacing, headerBytes);
  let at = headerBytes + lacing.length;
  for (const packet of packets) {
    page.set(packet, at);
    at += packet.length;
  }
  view.setUint32(22, oggChecksum(page, 0, length), true);
  return page;
}
