import { malformed, unsupported } from '../errors.ts';
import { opusRate, packetDuration, parseOpusHead } from '../opus/head.ts';
import { OpusStream } from '../opus/opus-stream.ts';
import type { AudioSink, Work } from '../stream.ts';
import { parseBlock } from './block.ts';
import { type Element, elements, ids } from './elements.ts';

interface Track {
  number: number;
  codec: string;
  head: Uint8Array | undefined;
  encoded: boolean;
}

/** About a second of packets goes to the decoder at once. */
const packetsPerCall = 50;
/** A few milliseconds of the smallest elements: 600,000 of them took 0.7 s without a pause. */
const elementsPerPause = 4096;
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

/** Nanoseconds, signed, of a last packet that were added only to fill it: as samples at 48 kHz. */
function paddingOf(data: Uint8Array): number {
  if (data.length === 0 || data.length > 8) return 0;
  const nanoseconds = Number(
    BigInt.asIntN(8 * data.length, BigInt(`0x${Buffer.from(data).toString('hex')}`)),
  );
  return Math.max(0, Math.round((nanoseconds * opusRate) / 1e9));
}

/** Samples at 48 kHz in a track. No header tells it of a live recording, and looking at every block costs little. */
async function* lengthOf(bytes: Uint8Array, track: number): Work<number> {
  let samples = 0;
  let seen = 0;
  for (const { id, data } of elements(bytes)) {
    if (++seen % elementsPerPause === 0) yield;
    if (id === ids.discardPadding) samples -= paddingOf(data);
    if (id !== ids.simpleBlock && id !== ids.block) continue;
    const block = parseBlock(data);
    if (block?.track === track) for (const packet of block.packets) samples += packetDuration(packet);
  }
  return samples;
}

export async function* decodeWebm(bytes: Uint8Array, sink: AudioSink): Work {
  const tracks: Track[] = [];
  let stream: OpusStream | undefined;
  let number = 0;
  let waiting: Uint8Array[] = [];
  const flush = async function* (drop = 0): Work {
    await stream?.decode(waiting, drop);
    waiting = [];
    yield;
  };
  let seen = 0;
  for (const element of elements(bytes)) {
    if (sink.full) return;
    if (++seen % elementsPerPause === 0) yield;
    if (element.id === ids.simpleBlock || element.id === ids.block) {
      if (!stream) {
        const track = chooseTrack(tracks);
        number = track.number;
        stream = await OpusStream.open(parseOpusHead(track.head), sink);
        stream.expect(yield* lengthOf(bytes, number));
      }
      const block = parseBlock(element.data);
      if (block?.track !== number) continue;
      // Only before the next block: the newest waits for the padding that may follow it.
      if (waiting.length >= packetsPerCall) yield* flush();
      waiting.push(...block.packets);
    } else if (element.id === ids.discardPadding) yield* flush(paddingOf(element.data));
    else if (!stream) describe(tracks, element);
  }
  yield* flush();
  if (!stream) chooseTrack(tracks);
}
