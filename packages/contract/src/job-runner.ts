import type { JobTypes } from './define-job.ts';
import type { JobTrace } from './job-trace.ts';

export interface RunOptions<Partial> {
  /** Aborting it cancels the job: a waiting one is dropped, a running one is asked to end, then made to. */
  signal?: AbortSignal;
  /** Milliseconds from acceptance, waiting included: it is the caller's patience that runs out. */
  deadlineMs?: number;
  /** Told of each partial result; those are good even if the job ends badly afterwards. */
  onPartial?: (partial: Partial) => void;
  /**
   * The job belongs to work that was accepted before: neither a full queue nor a drain refuses it. It waits ahead of
   * new work, so that what came first is finished first, in turn, so that long work leaves room for others, or behind
   * all that, where nobody waits for the answer: then it takes no place in the queue from new work either.
   */
  continues?: 'ahead' | 'in-turn' | 'behind';
  /** Whose turn it uses. Clients share the processes by time; jobs that name none are those of one client. */
  client?: string;
  /** Follows the job, where not the runner's own tracer decides. A worker that runs it for a node hands its steps on. */
  trace?: JobTrace;
}

/** Runs jobs of an engine, wherever it is: what those who want work done need of a pool. */
export interface JobRunner<Jobs extends JobTypes> {
  run<Kind extends keyof Jobs & string>(
    kind: Kind,
    input: Jobs[Kind]['input'],
    options?: RunOptions<Jobs[Kind]['partial']>,
  ): Promise<Jobs[Kind]['output']>;
}
