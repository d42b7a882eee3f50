import { AUDIO_INVALID, JobError } from '@locutor/contract';
import {
  DeadlineExceededError,
  EngineDiedError,
  EngineInternalError,
  EngineMemoryError,
  EngineUnavailableError,
  JobCanceledError,
  PoolClosedError,
  QueueFullError,
} from '@locutor/engine';
import { ServiceError } from '../../errors/index.ts';
import type { ResultStatus } from '../results/result.ts';

/** The recognition ended without a segment: its one result has this status. */
export class RecognitionEnded extends Error {
  override readonly name = 'RecognitionEnded';
  readonly status: ResultStatus;

  constructor(status: ResultStatus, options?: ErrorOptions) {
    super(`the recognition ended with ${status}`, options);
    this.status = status;
  }
}

/** Seconds after which an engine that does not come up may be asked again. */
const UNAVAILABLE_RETRY = 5;

/** What the engine's errors are to a client: an outcome of its recognition, or an answer other than success. */
export function engineEnded(error: unknown): unknown {
  if (error instanceof JobError && error.code === AUDIO_INVALID)
    return new ServiceError('ERR_AUDIO_INVALID', `${error.message}${advice(error)}`);
  if (error instanceof QueueFullError) {
    return new ServiceError('ERR_BUSY', `${error.queued} recognitions are already waiting; try again later`, {
      retryAfterSeconds: error.retryAfterSeconds,
    });
  }
  if (error instanceof EngineUnavailableError) {
    return new ServiceError('ERR_BUSY', 'no engine process is running; try again later', {
      retryAfterSeconds: UNAVAILABLE_RETRY,
    });
  }
  const status = statusOf(error);
  return status === undefined ? error : new RecognitionEnded(status, { cause: error });
}

/** What a client whose audio was not understood can send instead. */
function advice({ data: { reason } }: JobError): string {
  if (reason === 'unknown-format') {
    return '; audio without a header needs the Content-Type audio/raw;encoding=…;rate=… (encoding: pcm, alaw, ulaw or gsm; rate: 8000 or 16000)';
  }
  return reason === 'not-accepted' ? '; send files with a header as application/octet-stream' : '';
}

function statusOf(error: unknown): ResultStatus | undefined {
  if (error instanceof JobCanceledError || error instanceof PoolClosedError) return 'CANCELED';
  if (error instanceof DeadlineExceededError) return 'RECOGNITION_TIMEOUT';
  if (
    error instanceof EngineDiedError ||
    error instanceof EngineMemoryError ||
    error instanceof EngineInternalError
  )
    return 'FAILURE';
  return undefined;
}
