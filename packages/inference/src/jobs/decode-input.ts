import { type AudioLimits, type DecodeRequest, decodeAudio, decodeAudioStream } from '@locutor/audio';
import {
  type AudioInput,
  answerOf,
  type DecodeAs,
  type JobContext,
  SAMPLE_RATE,
  tracedItems,
} from '@locutor/contract';

export interface AudioSamples {
  samples: Float32Array;
  /** The audio goes on past the longest that is decoded. */
  truncated: boolean;
}

export interface AudioChunks extends AsyncIterable<Float32Array> {
  /** The audio goes on past the longest that is decoded; known once the last chunk came. */
  readonly truncated: boolean;
}

export async function samplesOf(
  audio: AudioInput,
  limits: Partial<AudioLimits> | undefined,
  signal: AbortSignal,
): Promise<AudioSamples> {
  if ('samples' in audio) return { samples: audio.samples, truncated: false };
  try {
    const { samples, truncated } = await decodeAudio(audio.bytes, requestOf(audio.decode, limits, signal));
    return { samples, truncated };
  } catch (error) {
    throw answerOf(error);
  }
}

/**
 * The same as it is decoded: an hour takes no more memory than a minute. Every chunk is a checkpoint, because a job that
 * goes on where another paused skips hours of audio without a look at them.
 */
export function chunksOf(
  audio: AudioInput,
  limits: Partial<AudioLimits> | undefined,
  { signal, checkpoint }: Pick<JobContext<unknown>, 'signal' | 'checkpoint'>,
): AudioChunks {
  if ('samples' in audio) {
    const { samples } = audio;
    return {
      truncated: false,
      async *[Symbol.asyncIterator]() {
        yield samples;
      },
    };
  }
  const stream = decodeAudioStream(audio.bytes, requestOf(audio.decode, limits, signal));
  return {
    get truncated() {
      return stream.truncated;
    },
    async *[Symbol.asyncIterator]() {
      try {
        for await (const chunk of tracedItems('decode', stream)) {
          await checkpoint();
          yield chunk;
        }
      } catch (error) {
        throw answerOf(error);
      }
    },
  };
}

function requestOf(
  decode: DecodeAs | undefined,
  limits: Partial<AudioLimits> | undefined,
  signal: AbortSignal,
): DecodeRequest {
  return { ...decode, ...(limits && { limits }), rate: SAMPLE_RATE, signal };
}
