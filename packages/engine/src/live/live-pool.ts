import type { JobRunner, LiveJobs, RunOptions } from '@locutor/contract';
import { isFault } from '../recognize/faults.ts';

/** A pool whose processes know the kinds of work that live recognition is made of. */
export interface LivePool extends JobRunner<LiveJobs> {
  state(): {
    readonly processes: readonly unknown[];
    /** Processes that can take jobs. */
    readonly up: number;
    readonly queued: number;
    readonly running: number;
  };
}

/** How often a job is tried: what it needs is still here when its process is lost. */
const TRIES = 3;

/** Runs a job of a session; where its process is lost, once more on another one. */
export async function runSteadily<Kind extends keyof LiveJobs>(
  pool: LivePool,
  kind: Kind,
  input: LiveJobs[Kind]['input'],
  options: RunOptions<never>,
): Promise<LiveJobs[Kind]['output']> {
  for (let tries = 1; ; tries++) {
    try {
      return await pool.run(kind, input, options);
    } catch (error) {
      if (!isFault(error) || tries === TRIES || options.signal?.aborted) throw error;
    }
  }
}

/** Whether so many jobs that nobody may need can be done without keeping other work waiting. */
export function hasFreeProcess(pool: LivePool, jobs = 1): boolean {
  const { up, queued, running } = pool.state();
  return queued === 0 && running + jobs <= up;
}
