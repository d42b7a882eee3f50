import type { PoolJob } from './pool-job.ts';

/** Jobs waiting for a process, first come first served. The one place to change for a share per client. */
export class JobQueue {
  readonly #returned: PoolJob[] = [];
  readonly #ahead = new Set<PoolJob>();
  readonly #waiting = new Set<PoolJob>();
  readonly #limit: number;

  constructor(limit: number) {
    this.#limit = limit;
  }

  get length(): number {
    return this.#returned.length + this.#ahead.size + this.#waiting.size;
  }

  /** Whether a new job is to be refused; those that continue accepted work count as well as any. */
  get full(): boolean {
    return this.length >= this.#limit;
  }

  push(job: PoolJob): void {
    this.#waiting.add(job);
  }

  /** Before every job that was pushed, behind those that came this way earlier. */
  pushAhead(job: PoolJob): void {
    this.#ahead.add(job);
  }

  /** Puts a job that had already left the queue back in front. It was accepted before, so the limit does not apply. */
  giveBack(job: PoolJob): void {
    this.#returned.push(job);
  }

  take(): PoolJob | undefined {
    return this.#returned.shift() ?? takeFirst(this.#ahead) ?? takeFirst(this.#waiting);
  }

  remove(job: PoolJob): boolean {
    const index = this.#returned.indexOf(job);
    if (index >= 0) this.#returned.splice(index, 1);
    return index >= 0 || this.#ahead.delete(job) || this.#waiting.delete(job);
  }

  takeAll(): PoolJob[] {
    const all = [...this.#returned, ...this.#ahead, ...this.#waiting];
    this.#returned.length = 0;
    this.#ahead.clear();
    this.#waiting.clear();
    return all;
  }
}

function takeFirst(jobs: Set<PoolJob>): PoolJob | undefined {
  const [first] = jobs;
  if (first) jobs.delete(first);
  return first;
}
