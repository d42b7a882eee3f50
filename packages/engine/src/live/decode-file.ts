import { answerOf, type DecodeAs, SAMPLE_RATE } from '@locutor/contract';

/** What `decodeFile` makes of a file. */
export const DECODED_FORMAT = { encoding: 'pcm', rate: SAMPLE_RATE } as const;

/** Nobody listens to more than a day at once. */
const MOST_SECONDS = 86_400;

/**
 * A file as 16-bit samples, so that it can be sent on as if it were spoken now. It runs in the process of the caller:
 * for files that a person chose on this machine, never for what clients send.
 */
export async function* decodeFile(
  bytes: Uint8Array,
  decode: DecodeAs,
  signal: AbortSignal,
): AsyncGenerator<Uint8Array, void, void> {
  // Servers, which load this file too, never decode in their main process.
  const { decodeAudioStream } = await import('@locutor/audio');
  const limits = { maxSeconds: MOST_SECONDS, maxBytes: Number.MAX_SAFE_INTEGER };
  try {
    for await (const samples of decodeAudioStream(bytes, { ...decode, limits, rate: SAMPLE_RATE, signal })) {
      const whole = Int16Array.from(samples, (sample) => Math.max(-1, Math.min(1, sample)) * 32_767);
      yield new Uint8Array(whole.buffer);
    }
  } catch (error) {
    throw answerOf(error);
  }
}
