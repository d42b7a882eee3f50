export type PoolStatus = 'starting' | 'ready' | 'degraded' | 'draining' | 'stopped';

/** `waiting` is the pause before the next start after a failure. */
export type ProcessPhase = 'starting' | 'idle' | 'busy' | 'waiting' | 'stopping' | 'stopped';

export interface ProcessState {
  id: number;
  pid: number | undefined;
  state: ProcessPhase;
  /** As last seen. */
  rssBytes: number;
  jobsDone: number;
  restarts: number;
  /** Why the latest start or life of the process ended badly, until it has proved itself again. */
  failure: string | undefined;
}

export interface PoolState {
  status: PoolStatus;
  /** Why the pool is degraded. */
  reason: string | undefined;
  processes: ProcessState[];
  /** Processes that can take jobs, or have one and make progress in it. */
  up: number;
  queued: number;
  running: number;
}
