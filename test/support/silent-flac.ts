import type { Bytes } from './speech.ts';

const BLOCK = 65_535;

/** A FLAC file of silence: every frame is 65,535 samples of each channel in a few bytes. */
export function silentFlac(seconds: number, rate: number, channels: number): Bytes {
  const info = Buffer.alloc(34);
  info.writeUInt16BE(BLOCK, 0);
  info.writeUInt16BE(BLOCK, 2);
  info.writeUInt32BE(((rate << 12) | ((channels - 1) << 9) | (15 << 4)) >>> 0, 10);
  // The block size in 16 bits, the rate as in the header of the file, 16-bit samples, frame number 0.
  const header = Buffer.from([
    0xff,
    0xf8,
    0x70,
    ((channels - 1) << 4) | 0x08,
    0,
    (BLOCK - 1) >> 8,
    (BLOCK - 1) & 255,
  ]);
  // One constant of 16 bits for each channel.
  const body = Buffer.concat([header, Buffer.from([checksum(header, 8, 0x07)]), Buffer.alloc(3 * channels)]);
  const check = checksum(body, 16, 0x8005);
  const frame = Buffer.concat([body, Buffer.from([check >> 8, check & 255])]);
  const frames = new Array<Buffer>(Math.floor((seconds * rate) / BLOCK)).fill(frame);
  return new Uint8Array(Buffer.concat([Buffer.from('fLaC\x80\0\0\x22', 'latin1'), info, ...frames]));
}

function checksum(bytes: Uint8Array, bits: 8 | 16, polynomial: number): number {
  let value = 0;
  for (const byte of bytes) {
    value ^= byte << (bits - 8);
    for (let bit = 0; bit < 8; bit++) value = (value << 1) ^ (value & (1 << (bits - 1)) ? polynomial : 0);
    value &= (1 << bits) - 1;
  }
  return value;
}
