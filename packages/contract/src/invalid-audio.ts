import { AudioError } from '@locutor/audio';
import { AUDIO_INVALID, JobError } from './job-error.ts';

/** Audio that cannot be decoded is an answer, and no fault. */
export function answerOf(error: unknown): unknown {
  if (!(error instanceof AudioError)) return error;
  return new JobError(AUDIO_INVALID, error.message, { data: { reason: error.code }, cause: error });
}
