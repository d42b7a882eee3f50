import type { Rate } from '../rate.ts';

/** Those who come again and again, however many there are; past it the one idle for longest is forgotten. */
const MOST_CALLERS = 100_000;
/** Part of a request that sums of fractions may be off by, so that a client at the very pace is never refused. */
const ROUNDING = 0.001;

/**
 * The generic cell rate algorithm: of each caller one number is kept, the time at which nothing of the burst will be
 * used up. A monotonic clock: setting the wall clock must neither lock callers out nor let them in.
 */
export class RateLimiter {
  /** In order of last use, which a Map keeps when a key is deleted and set again. */
  readonly #restedAt = new Map<string, number>();
  readonly #now: () => number;
  readonly #most: number;

  constructor(now: () => number = () => performance.now(), most = MOST_CALLERS) {
    this.#now = now;
    this.#most = most;
  }

  get size(): number {
    return this.#restedAt.size;
  }

  /** 0 when the caller may go on; otherwise in how many milliseconds, and the attempt does not count. */
  waitMs(caller: string, { everyMs, burst }: Rate): number {
    const now = this.#now();
    const restedAt = Math.max(this.#restedAt.get(caller) ?? now, now);
    const wait = restedAt - now - (burst - 1) * everyMs;
    if (wait > everyMs * ROUNDING) return wait;
    this.#restedAt.delete(caller);
    this.#forget(now);
    this.#restedAt.set(caller, restedAt + everyMs);
    return 0;
  }

  /** Two at a time keep the memory at those who came lately without ever walking through all of them. */
  #forget(now: number): void {
    let looked = 0;
    for (const [caller, restedAt] of this.#restedAt) {
      if (looked++ === 2 || (restedAt > now && this.#restedAt.size < this.#most)) return;
      this.#restedAt.delete(caller);
    }
  }
}
