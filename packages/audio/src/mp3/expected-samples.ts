import type { Work } from '../stream.ts';
import { type FrameHeader, parseFrameHeader } from './frame-header.ts';

/** Where the tag of a variable bit rate lies in the first frame, behind the header and the side information. */
function tagOffset(bytes: Uint8Array, { samples, channels }: FrameHeader): number {
  const side = samples === 1152 ? (channels === 1 ? 17 : 32) : channels === 1 ? 9 : 17;
  return bytes.length >= 4 + side ? 4 + side : 0;
}

/** A few milliseconds of walking from header to header, half a minute of audio or more. */
const framesPerPause = 4096;

/**
 * How many samples the frames from `start` on will decode to: all of them, less the first frame where that only
 * holds the encoder's tag, and less the silence that the tag says the encoder put in front and behind.
 */
export async function* expectedSamples(bytes: Uint8Array, start: number, first: FrameHeader): Work<number> {
  let frames = 0;
  for (let at = start; ; frames++) {
    const header = parseFrameHeader(bytes, at);
    if (header?.kind !== first.kind || at + header.length > bytes.length) break;
    at += header.length;
    if (frames % framesPerPause === framesPerPause - 1) yield;
  }
  const tag = start + tagOffset(bytes, first);
  const name = Buffer.from(bytes.subarray(tag, tag + 4)).toString('latin1');
  if (name !== 'Xing' && name !== 'Info') return frames * first.samples;
  const [high = 0, middle = 0, low = 0] = bytes.subarray(tag + 141, tag + 144);
  const delay = (high << 4) | (middle >> 4);
  const padding = ((middle & 15) << 8) | low;
  return (frames - 1) * first.samples - delay - padding;
}
