import { malformed } from '../errors.ts';
import { skipId3 } from '../mp3/id3.ts';
import type { AudioSink } from '../stream.ts';
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

export async function decodeFlac(bytes: Uint8Array, sink: AudioSink): Promise<void> {
  const blocks = skipId3(bytes) + 4;
  if ((bytes[blocks]! & 0x7f) !== 0) throw malformed('the FLAC file does not begin with its STREAMINFO');
  const info = parseStreamInfo(bytes, blocks + 4);
  const start = skipMetadata(bytes, Math.min(blocks, bytes.length - streamInfoBytes));
  const frames = new FlacFrames(info);
  sink.begin({ codec: 'flac', rate: info.rate, channels: info.channels });
  sink.expect(info.samples);
  for (let at = start; at !== -1 && at < bytes.length && !sink.full; ) {
    const end = frames.decode(bytes, at);
    await sink.pause();
    if (end === 0) {
      if (frames.wasted > patience * bytes.length) return;
      at = bytes.indexOf(0xff, at + 1);
      continue;
    }
    sink.write(frames.planes, frames.frames);
    at = end;
  }
}
