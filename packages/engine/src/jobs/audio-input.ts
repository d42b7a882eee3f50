import { AudioError, type AudioLimits, type DecodeRequest, decodeAudio } from '@locutor/audio';
import { VOICE_RATE } from '../voice/silero.ts';
import { AUDIO_INVALID, JobError } from './job-error.ts';

/** Audio as a job takes it: samples at 16 kHz, or the bytes of a file (or raw audio) as they came in. */
export type AudioInput =
  | { samples: Float32Array }
  | { bytes: Uint8Array; decode?: Pick<DecodeRequest, 'raw' | 'refuseHeader' | 'accept'> };

export interface AudioSamples {
  samples: Float32Array;
  /** The audio goes on past the longest that is decoded. */
  truncated: boolean;
}

export async function samplesOf(
  audio: AudioInput,
  limits: Partial<AudioLimits> | undefined,
  signal: AbortSignal,
): Promise<AudioSamples> {
  if ('samples' in audio) return { samples: audio.samples, truncated: false };
  try {
    const { samples, truncated } = await decodeAudio(audio.bytes, {
      ...audio.decode,
      ...(limits && { limits }),
      rate: VOICE_RATE,
      signal,
    });
    return { samples, truncated };
  } catch (error) {
    if (!(error instanceof AudioError)) throw error;
    throw new JobError(AUDIO_INVALID, error.message, { data: { reason: error.code }, cause: error });
  }
}
