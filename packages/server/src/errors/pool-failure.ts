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
import { ServiceError } from './service-error.ts';

/** Seconds. */
const RETRY_UNAVAILABLE = 5;

/**
 * What the errors of an engine pool are to a client that waits for its answer; undefined for those that are none of the
 * pool. `what` is the thing that was worked on. The work of a process that died is not done again: what ended one may end
 * the next, and the client knows better whether to try again.
 */
export function poolFailure(error: unknown, what: string): ServiceError | undefined {
  if (error instanceof QueueFullError)
    return busy('too many requests are already waiting', error.retryAfterSeconds);
  if (error instanceof EngineUnavailableError) return busy('no engine process is running', RETRY_UNAVAILABLE);
  if (error instanceof DeadlineExceededError)
    return busy(`${what} was not done within ${error.deadlineMs} ms`, RETRY_UNAVAILABLE);
  if (error instanceof PoolClosedError || (error instanceof JobCanceledError && error.by === 'shutdown'))
    return busy('the server is stopping', RETRY_UNAVAILABLE);
  if (
    error instanceof EngineDiedError ||
    error instanceof EngineMemoryError ||
    error instanceof EngineInternalError
  ) {
    const failure = new ServiceError('ERR_INTERNAL', `the engine failed on ${what}; the log has the details`);
    failure.cause = error;
    return failure;
  }
  return undefined;
}

function busy(reason: string, seconds: number): ServiceError {
  return new ServiceError('ERR_BUSY', `${reason}; try again later`, { retryAfterSeconds: seconds });
}
