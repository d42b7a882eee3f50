import { crc8 } from './checksums.ts';
import type { StreamInfo } from './stream-info.ts';

export interface FrameHeader {
  readonly blockSize: number;
  /** 0 to 7: that many channels and one more; 8 to 10: left/side, side/right, mid/side. */
  readonly assignment: number;
  /** Where the subframes begin. */
  readonly end: number;
}

const rates = [
  0, 88_200, 176_400, 192_000, 8000, 16_000, 22_050, 24_000, 32_000, 44_100, 48_000, 96_000,
] as const;
const depths = [0, 8, 12, 0, 16, 20, 24, 32] as const;

/** Undefined where no frame of this stream can start. */
export function parseFrameHeader(bytes: Uint8Array, at: number, info: StreamInfo): FrameHeader | undefined {
  if (at + 6 > bytes.length || bytes[at] !== 0xff || (bytes[at + 1]! & 0xfe) !== 0xf8) return undefined;
  const sizeCode = bytes[at + 2]! >> 4;
  const rateCode = bytes[at + 2]! & 15;
  const assignment = bytes[at + 3]! >> 4;
  const depthCode = (bytes[at + 3]! >> 1) & 7;
  if (sizeCode === 0 || rateCode === 15 || assignment > 10 || bytes[at + 3]! & 1) return undefined;
  if ((assignment < 8 ? assignment + 1 : 2) !== info.channels) return undefined;
  if (depthCode !== 0 && depths[depthCode] !== info.bits) return undefined;

  // The frame's number, in the manner of UTF-8.
  let next = at + 4;
  const lead = Math.clz32(~(bytes[next]! << 24));
  if (lead === 1 || lead > 7) return undefined;
  next += Math.max(1, lead);

  const byte = (offset: number) => bytes[next + offset] ?? 0;
  let blockSize = sizeCode < 6 ? 576 << (sizeCode - 2) : 256 << (sizeCode - 8);
  if (sizeCode === 1) blockSize = 192;
  if (sizeCode === 6) blockSize = byte(0) + 1;
  if (sizeCode === 7) blockSize = ((byte(0) << 8) | byte(1)) + 1;
  if (sizeCode === 6 || sizeCode === 7) next += sizeCode - 5;

  let rate: number = rates[rateCode] ?? 0;
  if (rateCode === 12) rate = byte(0) * 1000;
  if (rateCode === 13) rate = (byte(0) << 8) | byte(1);
  if (rateCode === 14) rate = ((byte(0) << 8) | byte(1)) * 10;
  if (rateCode >= 12) next += rateCode === 12 ? 1 : 2;

  if (blockSize > info.largestBlock || (rateCode !== 0 && rate !== info.rate)) return undefined;
  if (next >= bytes.length || crc8(bytes, at, next) !== bytes[next]) return undefined;
  return { blockSize, assignment, end: next + 1 };
}
