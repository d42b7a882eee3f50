import type { PoolJob } from './pool-job.ts';

/** Jobs waiting for a process, first come first served. The one place to change for a share per client. */
export class JobQueue {
  readonly #waiting = new Set<PoolJob>();
  readonly #returned: PoolJob[] = [];
  readonly #limit: number;

  constructor(limit: number) {
    this.#limit = limit;
  }

  get length(): number {
    return this.#waiting.size + this.#returned.length;
  }

  get full(): boolean {
    return this.length >= this.#limit;
  }

  push(job: PoolJob): void {
    this.#waiting.add(job);
  }

  /** Puts a job that was already taken back in front. It was accepted before, so the limit does not apply. */
  giveBack(job: PoolJob): void {
    this.#returned.push(job);
  }

  take(): PoolJob | undefined {
    const returned = this.#returned.shift();
    if (returned) return returned;
    const [first] = this.#waiting;
    if (first) this.#waiting.delete(first);
    return first;
  }

  remove(job: PoolJob): boolean {
    const index = this.#returned.indexOf(job);
    if (index >= 0) this.#returned.splice(index, 1);
    return index >= 0 || this.#waiting.delete(job);
  }

  takeAll(): PoolJob[] {
    const all = [...this.#returned, ...this.#waiting];
    this.#returned.length = 0;
    this.#waiting.clear();
    return all;
  }
}
