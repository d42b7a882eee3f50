function table(bits: 8 | 16, polynomial: number): Uint16Array {
  const top = 1 << (bits - 1);
  const mask = (1 << bits) - 1;
  return Uint16Array.from({ length: 256 }, (_, byte) => {
    let value = byte << (bits - 8);
    for (let bit = 0; bit < 8; bit++) value = ((value << 1) ^ (value & top ? polynomial : 0)) & mask;
    return value;
  });
}

const table8 = table(8, 0x07);
const table16 = table(16, 0x8005);

/** The checksum at the end of a frame's header. */
export function crc8(bytes: Uint8Array, from: number, to: number): number {
  let value = 0;
  for (let at = from; at < to; at++) value = table8[value ^ bytes[at]!]!;
  return value;
}

/** Advances a 16-bit checksum by one more zero byte than `table16` does. */
const table16Next = table16.map((value) => ((value << 8) & 0xffff) ^ table16[value >> 8]!);

/** The checksum at the end of a frame, two bytes at a time: it goes over every byte of a file. */
export function crc16(bytes: Uint8Array, from: number, to: number): number {
  let value = 0;
  let at = from;
  for (; at + 2 <= to; at += 2) {
    value = table16Next[(value >> 8) ^ bytes[at]!]! ^ table16[(value & 255) ^ bytes[at + 1]!]!;
  }
  if (at < to) value = ((value << 8) & 0xffff) ^ table16[(value >> 8) ^ bytes[at]!]!;
  return value;
}
