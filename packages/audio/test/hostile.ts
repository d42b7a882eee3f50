import { decodeAudio } from '../src/decode.ts';
import { AudioError } from '../src/errors.ts';
import { MonoSink } from '../src/mono-sink.ts';
import type { Decoder } from '../src/stream.ts';

/** What becomes of bytes: the error's code, or the samples. */
export async function outcome(bytes: Uint8Array, limits = {}): Promise<string | Float32Array> {
  try {
    return (await decodeAudio(bytes, { limits })).samples;
  } catch (error) {
    if (error instanceof AudioError) return error.code;
    throw error;
  }
}

/** How often a decoder offers to let the event loop turn. */
export async function pausesOf(decode: Decoder, bytes: Uint8Array): Promise<number> {
  let pauses = 0;
  for await (const _ of decode(bytes, new MonoSink(16_000, 60))) pauses++;
  return pauses;
}

export function noise(length: number, seed = 1): Uint8Array {
  let state = seed;
  return Uint8Array.from({ length }, () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state >>> 24;
  });
}
