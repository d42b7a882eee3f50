import type { JobTypes } from './define-job.ts';

export interface RunOptions<Partial> {
  /** Aborting it cancels the job: a waiting one is dropped, a running one is asked to end, then made to. */
  signal?: AbortSignal;
  /** Milliseconds from acceptance, waiting included: it is the caller's patience that runs out. */
  deadlineMs?: number;
  /** Told of each partial result; those are good even if the job ends badly afterwards. */
  onPartial?: (partial: Partial) => void;
  /**
   * The job belongs to work that was accepted before: neither a full queue nor a drain refuses it. It waits ahead of
   * new work, so that what came first is finished first, or in turn, so that long work leaves room for others.
   */
  continues?: 'ahead' | 'in-turn';
}

/** Runs jobs of an engine, wherever it is: what those who want work done need of a pool. */
export interface JobRunner<Jobs extends JobTypes> {
  run<Kind extends keyof Jobs & string>(
    kind: Kind,
    input: Jobs[Kind]['input'],
    options?: RunOptions<Jobs[Kind]['partial']>,
  ): Promise<Jobs[Kind]['output']>;
}
