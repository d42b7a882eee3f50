import { AUDIO_INVALID, JobError } from '@locutor/contract';
import { ServiceError } from '../errors/index.ts';
import { poolFailure } from '../errors/pool-failure.ts';

/** What the engine's errors are to a client that sends a voice. */
export function engineFailure(error: unknown, audio: number): unknown {
  if (error instanceof JobError && error.code === AUDIO_INVALID)
    return new ServiceError('ERR_AUDIO_INVALID', `audio ${audio}: ${error.message}${advice(error)}`);
  return poolFailure(error, `audio ${audio}`) ?? error;
}

/** The media_type that suits the audio better. */
function advice({ data: { reason } }: JobError): string {
  if (reason === 'unknown-format') {
    return '; PCM without a header needs the media_type pcm/8000/16/mono or pcm/16000/16/mono';
  }
  return reason === 'not-accepted' ? '; files with a header need the media_type auto' : '';
}
