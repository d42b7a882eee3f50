import { malformed, unsupported } from '../errors.ts';
import { packetDuration, parseOpusHead } from '../opus/head.ts';
import { OpusStream } from '../opus/opus-stream.ts';
import type { AudioSink, Work } from '../stream.ts';
import { type Element, elements, elementsPerPause, ids } from './elements.ts';
import { blocksOf } from './track-blocks.ts';

interface Track {
  number: number;
  codec: string;
  head: Uint8Array | undefined;
  encoded: boolean;
}

/** About a second of packets goes to the decoder at once. */
const packetsPerCall = 50;
const mostTracks = 64;

/** The last six bytes: more would not fit a number, and the ones in front of them only fill. */
function unsigned(data: Uint8Array): number {
  return data.subarray(-6).reduce((sum, byte) => sum * 256 + byte, 0);
}

/** Notes what an element says about the track it is in. */
function describe(tracks: Track[], { id, data }: Element): void {
  if (id === ids.trackEntry && tracks.length < mostTracks) {
    tracks.push({ number: 0, codec: '', head: undefined, encoded: false });
  }
  const track = tracks.at(-1);
  if (!track) return;
  if (id === ids.trackNumber) track.number = unsigned(data);
  if (id === ids.codecId)
    track.codec = Buffer.from(data.subarray(0, 64)).toString('latin1').replace(/\0.*$/, '');
  if (id === ids.codecPrivate) track.head = data;
  if (id === ids.contentEncodings) track.encoded = true;
}

function chooseTrack(tracks: readonly Track[]): Track & { head: Uint8Array } {
  const track = tracks.find(({ codec }) => codec === 'A_OPUS');
  if (!track) {
    const codecs = tracks.map(({ codec }) => codec).join(', ') || 'no tracks';
    throw unsupported(`a WebM file with ${codecs}; Opus is supported`);
  }
  if (track.encoded) throw unsupported('a WebM file whose track is compressed or encrypted once more');
  if (!track.head) throw malformed('the WebM Opus track has no header');
  return { ...track, head: track.head };
}

/** What the file says of its tracks before its first packet. */
async function* tracksOf(bytes: Uint8Array): Work<Track[]> {
  const tracks: Track[] = [];
  let seen = 0;
  for (const element of elements(bytes)) {
    if (element.id === ids.simpleBlock || element.id === ids.block) break;
    if (++seen % elementsPerPause === 0) yield;
    describe(tracks, element);
  }
  return tracks;
}

/** Samples at 48 kHz in a track. No header tells it of a live recording, and looking at every block costs little. */
async function* lengthOf(bytes: Uint8Array, track: number): Work<number> {
  let samples = 0;
  for (const block of blocksOf(bytes, track)) {
    if (!block) yield;
    else {
      const duration = block.packets.reduce((sum, packet) => sum + packetDuration(packet), 0);
      samples += Math.max(0, duration - block.padding);
    }
  }
  return samples;
}

export async function* decodeWebm(bytes: Uint8Array, sink: AudioSink): Work {
  const { number, head } = chooseTrack(yield* tracksOf(bytes));
  const stream = await OpusStream.open(parseOpusHead(head), sink);
  stream.expect(yield* lengthOf(bytes, number));
  let waiting: Uint8Array[] = [];
  for (const block of blocksOf(bytes, number)) {
    if (sink.full) return;
    if (!block) {
      yield;
      continue;
    }
    if (block.padding > 0) {
      await stream.decode(waiting);
      await stream.decode(block.packets, block.padding);
      waiting = [];
      yield;
      continue;
    }
    waiting.push(...block.packets);
    if (waiting.length < packetsPerCall) continue;
    await stream.decode(waiting);
    waiting = [];
    yield;
  }
  await stream.decode(waiting);
}
