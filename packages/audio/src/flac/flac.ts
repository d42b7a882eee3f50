import { malformed } from '../errors.ts';
import { skipId3 } from '../mp3/id3.ts';
import type { AudioSink, Work } from '../stream.ts';
import { FlacFrames } from './frame.ts';
import { parseStreamInfo, streamInfoBytes } from './stream-info.ts';

/** The offset of the first frame, behind all metadata blocks. */
function skipMetadata(bytes: Uint8Array, start: number): number {
  for (let at = start; at + 4 <= bytes.length; ) {
    const length = (bytes[at + 1]! << 16) | (bytes[at + 2]! << 8) | bytes[at + 3]!;
    const last = bytes[at]! & 0x80;
    at += 4 + length;
    if (last) return at;
  }
  return bytes.length;
}

/**
 * How often a damaged file may be read over. Between good frames every byte pair can pass for the start of a
 * frame, and a file made of such starts would otherwise cost its length squared.
 */
const patience = 4;

/** How far to look for a frame at a time. */
const searchBytes = 65_536;

/** Where the two bytes that start a frame come next, or `limit`. */
function nextSync(bytes: Uint8Array, from: number, limit: number): number {
  for (let at = from; at < limit; at++) {
    if (bytes[at] === 0xff && (bytes[at + 1]! & 0xfe) === 0xf8) return at;
  }
  return limit;
}

export async function* decodeFlac(bytes: Uint8Array, sink: AudioSink): Work {
  const blocks = skipId3(bytes) + 4;
  if ((bytes[blocks]! & 0x7f) !== 0) throw malformed('the FLAC file does not begin with its STREAMINFO');
  const info = parseStreamInfo(bytes, blocks + 4);
  const start = skipMetadata(bytes, Math.min(blocks, bytes.length - streamInfoBytes));
  const frames = new FlacFrames(info);
  sink.begin({ codec: 'flac', rate: info.rate, channels: info.channels });
  sink.expect(info.samples);
  let pauseAt = start;
  for (let at = start; at < bytes.length && !sink.full; ) {
    const wastedBefore = frames.wasted;
    const end = frames.decode(bytes, at);
    if (end > 0) sink.write(frames.planes, frames.frames);
    else if (frames.wasted > patience * bytes.length) return;
    at = end > 0 ? end : nextSync(bytes, at + 1, Math.min(bytes.length, at + searchBytes));
    // A pause costs more than a look at two bytes that start no frame; garbage is full of them.
    if (end > 0 || frames.wasted > wastedBefore || at >= pauseAt) {
      yield;
      pauseAt = at + searchBytes;
    }
  }
}
