import { decodeAudioStream, type FoundAudio } from './decode-stream.ts';
import { joinSamples } from './join-samples.ts';
import type { DecodeRequest } from './request.ts';

export interface DecodedAudio {
  /** Mono, each between −1 and 1. */
  readonly samples: Float32Array;
  /** Samples per second. */
  readonly rate: number;
  readonly found: FoundAudio;
  /** As `AudioStream` has it. */
  readonly truncated: boolean;
}

/** A declared length of more than an hour at 16 kHz is not trusted. */
const mostExpected = 1 << 26;

/**
 * Decodes a whole audio file, or raw audio, to mono samples: `decodeAudioStream`, collected.
 *
 * ```ts
 * import { readFile } from 'node:fs/promises';
 * import { decodeAudio } from '@locutor/audio';
 *
 * const { samples, rate, found } = await decodeAudio(await readFile('speech.mp3'));
 * console.log(found.codec, found.seconds, samples.length / rate);
 * ```
 */
export async function decodeAudio(bytes: Uint8Array, request: DecodeRequest = {}): Promise<DecodedAudio> {
  const stream = decodeAudioStream(bytes, request);
  let samples: Float32Array | undefined;
  let length = 0;
  const unexpected: Float32Array[] = [];
  for await (const chunk of stream) {
    // Memory that is not written to costs nothing, so a header that lies gains nothing.
    samples ??= new Float32Array(Math.min(stream.expected, mostExpected));
    const room = Math.min(samples.length - length, chunk.length);
    samples.set(chunk.subarray(0, room), length);
    length += room;
    if (room < chunk.length) unexpected.push(chunk.subarray(room));
  }
  const { rate, found, truncated } = stream;
  const expected = samples!.subarray(0, length);
  // Without a copy where the expectation was right; otherwise in memory that is not larger than the samples.
  const isWhole = unexpected.length === 0 && expected.byteLength === expected.buffer.byteLength;
  return {
    samples: isWhole ? expected : joinSamples([expected, ...unexpected]),
    rate,
    found: found!,
    truncated,
  };
}
