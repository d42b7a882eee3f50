const polynomial = 0x04c1_1db7;

/** Eight tables let the loop take eight bytes at a time, four times as fast as one: 60 s of FLAC is 5 MB. */
const tables = Array.from({ length: 8 }, () => new Uint32Array(256));
for (let byte = 0; byte < 256; byte++) {
  let value = byte << 24;
  for (let bit = 0; bit < 8; bit++) value = value < 0 ? (value << 1) ^ polynomial : value << 1;
  tables[0]![byte] = value;
}
for (let table = 1; table < 8; table++) {
  for (let byte = 0; byte < 256; byte++) {
    const before = tables[table - 1]![byte]!;
    tables[table]![byte] = (before << 8) ^ tables[0]![before >>> 24]!;
  }
}
const [t0, t1, t2, t3, t4, t5, t6, t7] = tables as unknown as Uint32Array[] & { length: 8 };

function update(crc: number, bytes: Uint8Array, from: number, to: number): number {
  let value = crc;
  let at = from;
  for (; at + 8 <= to; at += 8) {
    const high =
      value ^ ((bytes[at]! << 24) | (bytes[at + 1]! << 16) | (bytes[at + 2]! << 8) | bytes[at + 3]!);
    value =
      t7![high >>> 24]! ^
      t6![(high >>> 16) & 255]! ^
      t5![(high >>> 8) & 255]! ^
      t4![high & 255]! ^
      t3![bytes[at + 4]!]! ^
      t2![bytes[at + 5]!]! ^
      t1![bytes[at + 6]!]! ^
      t0![bytes[at + 7]!]!;
  }
  for (; at < to; at++) value = (value << 8) ^ t0![(value >>> 24) ^ bytes[at]!]!;
  return value;
}

const zeros = new Uint8Array(4);

/** The checksum of the page from `start` to `end`, with its own four checksum bytes as zero. */
export function oggChecksum(bytes: Uint8Array, start: number, end: number): number {
  const head = update(0, bytes, start, start + 22);
  return update(update(head, zeros, 0, 4), bytes, start + 26, end) >>> 0;
}
