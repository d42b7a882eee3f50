/** The two headers in front of Opus in Ogg (RFC 7845, 5), of one channel. `preSkip` counts samples at 48 kHz. */

export function opusHead(preSkip: number, rate: number): Uint8Array {
  const head = Buffer.alloc(19);
  head.write('OpusHead', 'latin1');
  head.writeUInt8(1, 8);
  head.writeUInt8(1, 9);
  head.writeUInt16LE(preSkip, 10);
  head.writeUInt32LE(rate, 12);
  return head;
}

export function opusTags(): Uint8Array {
  const vendor = Buffer.from('Locutor');
  const tags = Buffer.alloc(16 + vendor.length);
  tags.write('OpusTags', 'latin1');
  tags.writeUInt32LE(vendor.length, 8);
  tags.set(vendor, 12);
  return tags;
}
