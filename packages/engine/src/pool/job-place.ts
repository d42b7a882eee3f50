import type { PoolJob } from './pool-job.ts';

/** Where jobs are done: an engine process of this machine, or a worker on the bus. */
export interface JobPlace {
  /** Whether it can take a job now. */
  readonly idle: boolean;
  /** Whether it has what the job needs. */
  takes(job: PoolJob): boolean;
  assign(job: PoolJob): void;
  holds(job: PoolJob): boolean;
  /** The caller no longer waits for this job, which it holds. */
  cancel(job: PoolJob): void;
}
