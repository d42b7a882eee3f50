import { FairLine } from './fair-line.ts';
import type { PoolJob } from './pool-job.ts';

/**
 * Jobs waiting for a process: those that continue accepted work ahead, the others in a line that is fair to clients, and
 * behind it those that nobody waits for.
 */
export class JobQueue {
  readonly #returned: PoolJob[] = [];
  readonly #ahead = new Set<PoolJob>();
  readonly #line = new FairLine();
  readonly #behind = new Set<PoolJob>();
  readonly #limit: number;

  constructor(limit: number) {
    this.#limit = limit;
  }

  get length(): number {
    return this.#returned.length + this.#ahead.size + this.#line.length + this.#behind.size;
  }

  /** Whether a new job is to be refused; those that continue accepted work count, but for those behind all others. */
  get full(): boolean {
    return this.length - this.#behind.size >= this.#limit;
  }

  push(job: PoolJob): void {
    this.#line.push(job);
  }

  /** Before every job that was pushed, behind those that came this way earlier. */
  pushAhead(job: PoolJob): void {
    this.#ahead.add(job);
  }

  /** Behind every other job, whenever that comes. Its time is nobody's: it takes no turn from its client. */
  pushBehind(job: PoolJob): void {
    this.#behind.add(job);
  }

  /** Puts a job that had already left the queue back in front. It was accepted before, so the limit does not apply. */
  giveBack(job: PoolJob): void {
    this.#line.end(job, 0);
    this.#returned.push(job);
  }

  /** The next one that fits. */
  take(fits: (job: PoolJob) => boolean): PoolJob | undefined {
    const job = this.#returned.find(fits) ?? firstOf(this.#ahead, fits);
    if (job) {
      this.remove(job);
      this.#line.begin(job);
      return job;
    }
    const inLine = this.#line.take(fits);
    if (inLine) return inLine;
    const behind = firstOf(this.#behind, fits);
    if (behind) this.#behind.delete(behind);
    return behind;
  }

  /** A job that was taken is over: its client has had this much time. */
  end(job: PoolJob, ranMs: number): void {
    this.#line.end(job, ranMs);
  }

  /** The waiting job that has to go when the queue is full and the client has less than its share of it. */
  displacedBy(client: string): PoolJob | undefined {
    return this.#line.displacedBy(client);
  }

  remove(job: PoolJob): boolean {
    const index = this.#returned.indexOf(job);
    if (index >= 0) this.#returned.splice(index, 1);
    return index >= 0 || this.#ahead.delete(job) || this.#line.remove(job) || this.#behind.delete(job);
  }

  /** Every waiting job. */
  all(): PoolJob[] {
    return [...this.#returned, ...this.#ahead, ...this.#line.all(), ...this.#behind];
  }

  takeAll(): PoolJob[] {
    const all = [...this.#returned, ...this.#ahead, ...this.#line.takeAll(), ...this.#behind];
    this.#returned.length = 0;
    this.#ahead.clear();
    this.#behind.clear();
    return all;
  }
}

function firstOf(jobs: Iterable<PoolJob>, fits: (job: PoolJob) => boolean): PoolJob | undefined {
  for (const job of jobs) if (fits(job)) return job;
  return undefined;
}
