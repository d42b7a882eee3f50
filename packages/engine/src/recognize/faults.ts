import {
  EngineDiedError,
  EngineInternalError,
  EngineMemoryError,
  EngineUnavailableError,
  JobCanceledError,
  PoolClosedError,
} from '../pool/errors.ts';

/** The processes let this one down; others may do better. */
export function isFault(error: unknown): boolean {
  return (
    error instanceof EngineDiedError ||
    error instanceof EngineMemoryError ||
    error instanceof EngineInternalError ||
    error instanceof EngineUnavailableError
  );
}

export function isShutdown(error: unknown): boolean {
  return error instanceof PoolClosedError || (error instanceof JobCanceledError && error.by === 'shutdown');
}
