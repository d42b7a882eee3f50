import { gsmFrameBytes } from './gsm.ts';

const isSignature = (byte: number) => byte >> 4 === 0xd;

/** As a power of e: one file in 10¹⁵ may pass by accident. */
const certainty = 35;
/** Sounds that repeat exactly could have the signature by their period. Real frames are hardly ever alike. */
const leastDifferent = 8;

/**
 * Whether bytes are GSM frames without a header: a whole number of them, every one with the signature. How many are
 * enough depends on the other bytes: silence in A-law is full of bytes that look like the signature, and then no number
 * of frames proves anything. Of speech in GSM ten frames, a fifth of a second, are enough.
 */
export function looksLikeGsm(bytes: Uint8Array): boolean {
  const frames = bytes.length / gsmFrameBytes;
  if (frames === 0 || !Number.isInteger(frames)) return false;
  for (let at = 0; at < bytes.length; at += gsmFrameBytes) if (!isSignature(bytes[at]!)) return false;
  let alike = 0;
  for (const byte of bytes) if (isSignature(byte)) alike++;
  // The share among the other bytes, and at least that among bytes of any kind.
  const chance = Math.max(1 / 16, (alike - frames) / (bytes.length - frames));
  return frames * -Math.log(chance) >= certainty && differentFrames(bytes) >= leastDifferent;
}

function differentFrames(bytes: Uint8Array): number {
  const seen = new Set<string>();
  for (let at = 0; at < bytes.length && seen.size < leastDifferent; at += gsmFrameBytes) {
    seen.add(Buffer.from(bytes.buffer, bytes.byteOffset + at, gsmFrameBytes).toString('latin1'));
  }
  return seen.size;
}
