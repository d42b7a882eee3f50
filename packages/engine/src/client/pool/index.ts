export { createEnginePool } from './create-engine-pool.ts';
export { EnginePool } from './engine-pool.ts';
export {
  DeadlineExceededError,
  EngineDiedError,
  EngineInternalError,
  EngineMemoryError,
  EnginePoolError,
  EngineUnavailableError,
  JobCanceledError,
  PoolClosedError,
  QueueFullError,
} from './errors.ts';
export { type JobOutcome, KILL_REASONS, type KillReason, type PoolEvent } from './events.ts';
export type { PoolLogger } from './logger.ts';
export type { EnginePoolOptions } from './options.ts';
export { physicalCores } from './physical-cores.ts';
export type { PoolState, PoolStatus, ProcessPhase, ProcessState } from './state.ts';
