/** Why the pool ended a process. */
export const KILL_REASONS = [
  ...(['cancel-ignored', 'memory', 'hung', 'no-progress'] as const),
  ...(['slow-start', 'slow-stop', 'unable', 'shutdown'] as const),
] as const;
export type KillReason = (typeof KILL_REASONS)[number];

/** `displaced`: it made room in a full queue for a client that had less waiting. */
export type JobOutcome =
  | 'done'
  | 'failed'
  | 'canceled'
  | 'deadline'
  | 'died'
  | 'memory'
  | 'unavailable'
  | 'displaced';

/** What happens in the pool, for metrics. Listeners must be quick; what they throw is logged and ignored. */
export type PoolEvent =
  | { type: 'ready'; process: number; pid: number | undefined; startMs: number; rssBytes: number }
  | { type: 'exit'; process: number; end: string; planned: boolean }
  /** A process ended before it was ready. */
  | { type: 'start-failed'; process: number; reason: string }
  /** A process loaded a model, at its start or for a job. */
  | { type: 'model-loaded'; process: number; model: string; ms: number }
  /** A process could not load this file, at its start or in a job. */
  | { type: 'model-unusable'; process: number; file: string }
  | { type: 'restart'; process: number; delayMs: number }
  | { type: 'kill'; process: number; reason: KillReason }
  | { type: 'memory'; process: number; rssBytes: number; limitBytes: number; action: 'kill' | 'recycle' }
  | { type: 'queue-full'; queued: number; retryAfterSeconds: number }
  | { type: 'job'; kind: string; outcome: JobOutcome; queuedMs: number; ranMs: number };
