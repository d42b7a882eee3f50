import {
  AUDIO_INVALID,
  DeadlineExceededError,
  EngineDiedError,
  EngineInternalError,
  EngineMemoryError,
  EngineUnavailableError,
  JobCanceledError,
  JobError,
  PoolClosedError,
  QueueFullError,
} from '@locutor/engine';
import { ServiceError } from '../errors/index.ts';

/** Seconds. */
const RETRY_UNAVAILABLE = 5;

/**
 * What the engine's errors are to a client that sends a voice. The work of a process that died is not done again: what
 * ended one may end the next, and the client knows better whether to try again.
 */
export function engineFailure(error: unknown, audio: number): unknown {
  if (error instanceof JobError && error.code === AUDIO_INVALID)
    return new ServiceError('ERR_AUDIO_INVALID', `audio ${audio}: ${error.message}${advice(error)}`);
  if (error instanceof QueueFullError)
    return busy('too many requests are already waiting', error.retryAfterSeconds);
  if (error instanceof EngineUnavailableError) return busy('no engine process is running', RETRY_UNAVAILABLE);
  if (error instanceof DeadlineExceededError)
    return busy(`audio ${audio} was not done within ${error.deadlineMs} ms`, RETRY_UNAVAILABLE);
  if (error instanceof PoolClosedError || (error instanceof JobCanceledError && error.by === 'shutdown'))
    return busy('the server is stopping', RETRY_UNAVAILABLE);
  if (
    error instanceof EngineDiedError ||
    error instanceof EngineMemoryError ||
    error instanceof EngineInternalError
  ) {
    const failure = new ServiceError(
      'ERR_INTERNAL',
      `the engine failed on audio ${audio}; the log has the details`,
    );
    failure.cause = error;
    return failure;
  }
  return error;
}

/** The media_type that suits the audio better. */
function advice({ data: { reason } }: JobError): string {
  if (reason === 'unknown-format') {
    return '; PCM without a header needs the media_type pcm/8000/16/mono or pcm/16000/16/mono';
  }
  return reason === 'not-accepted' ? '; files with a header need the media_type auto' : '';
}

function busy(reason: string, seconds: number): ServiceError {
  return new ServiceError('ERR_BUSY', `${reason}; try again later`, { retryAfterSeconds: seconds });
}
