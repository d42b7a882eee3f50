import { MPEGDecoder } from 'mpg123-decoder';
import { callDecoder } from '../call-decoder.ts';
import type { AudioSink, Work } from '../stream.ts';
import { expectedSamples } from './expected-samples.ts';
import { type FrameHeader, findFrames, parseFrameHeader } from './frame-header.ts';
import { skipId3 } from './id3.ts';

/** Measured best: with less the calls cost, with more the copies leave the cache. */
const feedBytes = 16_384;
/** A file stitched together from streams of different rates takes a decoder for each change. */
const mostStreams = 64;

/** Under a millisecond of searching, so that a cancelled decode ends soon in a file without frames. */
const searchBytes = 65_536;

/** Where the next frames from `from` on begin, or -1. */
async function* seekFrames(bytes: Uint8Array, from: number): Work<number> {
  for (let at = from; at < bytes.length; at += searchBytes) {
    const found = findFrames(bytes, at, searchBytes, at === from);
    if (found !== -1) return found;
    yield;
  }
  return -1;
}

/** Frames that follow each other without a gap, `end` being where the last whole one ends. */
function runOf(bytes: Uint8Array, start: number, kind: number): number {
  let end = start;
  while (end - start < feedBytes) {
    const header = parseFrameHeader(bytes, end);
    if (!header || header.kind !== kind || end + header.length > bytes.length) break;
    end += header.length;
  }
  return end;
}

/**
 * Stereo at 44.1 kHz is the slowest kind of MP3: of 6 ms for a second of audio, 4.4 are spent in mpg123 itself, which
 * cannot be told to mix before its synthesis, and one in the resampler (`npm run bench -- audio speed`).
 *
 * Only whole frames reach the decoder: it makes noise of anything, and a large tag makes it give up.
 */
export async function* decodeMp3(bytes: Uint8Array, sink: AudioSink): Work {
  let at = yield* seekFrames(bytes, skipId3(bytes));
  for (let streams = 0; at !== -1 && streams < mostStreams && !sink.full; streams++) {
    at = yield* decodeStream(bytes, at, parseFrameHeader(bytes, at)!, sink);
  }
  if (at !== -1) sink.cutShort();
}

/** Decodes frames of one kind and returns where frames of another kind begin, or -1. */
async function* decodeStream(
  bytes: Uint8Array,
  start: number,
  first: FrameHeader,
  sink: AudioSink,
): Work<number> {
  const decoder = new MPEGDecoder();
  await decoder.ready;
  sink.begin({ codec: 'mp3', rate: first.rate, channels: first.channels });
  sink.expect(yield* expectedSamples(bytes, start, first));
  for (let at = start; at !== -1 && !sink.full; ) {
    const end = runOf(bytes, at, first.kind);
    if (end === at) {
      at = yield* seekFrames(bytes, at);
      if (at !== -1 && parseFrameHeader(bytes, at)!.kind !== first.kind) return at;
      continue;
    }
    const frames = bytes.subarray(at, end);
    const { channelData, samplesDecoded } = await callDecoder('MP3', () => decoder.decode(frames));
    // Mono comes as two equal channels, and a stream may turn from mono to stereo: so always both.
    sink.write(channelData, samplesDecoded);
    at = end;
    yield;
  }
  return -1;
}
