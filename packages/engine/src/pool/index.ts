export type { AudioInput, DecodeAs } from '../jobs/audio-input.ts';
export type { DetectVoiceInput, DetectVoiceOutput } from '../jobs/detect-voice.ts';
export type { EngineSettings } from '../jobs/engine-settings.ts';
export { AUDIO_INVALID, JobError } from '../jobs/job-error.ts';
export type { EngineJobs } from '../jobs/registry.ts';
export type { SpanOptions, SpeechSpan } from '../voice/speech-spans.ts';
export { createEnginePool } from './create-engine-pool.ts';
export { EnginePool, type RunOptions } from './engine-pool.ts';
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
export type { JobOutcome, KillReason, PoolEvent } from './events.ts';
export type { PoolLogger } from './logger.ts';
export type { EnginePoolOptions } from './options.ts';
export { physicalCores } from './physical-cores.ts';
export type { PoolState, PoolStatus, ProcessPhase, ProcessState } from './state.ts';
