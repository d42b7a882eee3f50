import type { Container } from '../detect.ts';
import { wavDataStart } from '../pcm/wav.ts';

/** Bytes behind a header that surely hold a sample: 10 ms of G.711. */
const firstSamples = 80;
/** Packets in front of the audio of an Ogg file of Opus: what it is, and its tags, which may hold pictures. */
const opusHeaders = 2;
const pageHeader = 27;
/** Tags that are not complete are looked at again when there is this much more of them, or their page ends. */
const tagStep = 1 / 16;

/**
 * Where the header of a WAV file ends, or of an Ogg file of Opus: chunks and tags may be of any length. Where the bytes do not
 * reach that far, how many it takes to know more. Undefined for other files.
 */
export function headerEnd(bytes: Uint8Array, container: Container | undefined): number | undefined {
  if (container === 'wav') return wavDataStart(bytes) + firstSamples;
  return container === 'ogg-opus' ? opusHeaderEnd(bytes) : undefined;
}

function opusHeaderEnd(bytes: Uint8Array): number | undefined {
  let at = 0;
  for (let packets = 0; packets < opusHeaders; ) {
    const lacing = at + pageHeader;
    const body = lacing + (bytes[lacing - 1] ?? 0);
    if (lacing > bytes.length || body > bytes.length) {
      return Math.max(body, Math.ceil(bytes.length * (1 + tagStep)));
    }
    if (Buffer.from(bytes.subarray(at, at + 4)).toString('latin1') !== 'OggS') return undefined;
    at = body;
    for (const size of bytes.subarray(lacing, body)) {
      at += size;
      // A piece of 255 bytes goes on in the next one.
      if (size < 255) packets += 1;
    }
  }
  return at;
}
