import type { LoadFailure } from '../load-failure.ts';

interface Remembered {
  readonly failure: LoadFailure;
  readonly until: number;
}

/** Failures of the last moments by what they were about; asking again does not prolong them. */
export class RecentFailures {
  readonly #lifeMs: number;
  readonly #entries: number;
  readonly #now: () => number;
  /** Oldest first, so the first ones to end. */
  readonly #remembered = new Map<string, Remembered>();

  constructor(lifeMs: number, entries: number, now: () => number) {
    this.#lifeMs = lifeMs;
    this.#entries = entries;
    this.#now = now;
  }

  get(key: string): LoadFailure | undefined {
    const remembered = this.#remembered.get(key);
    return remembered !== undefined && this.#now() < remembered.until ? remembered.failure : undefined;
  }

  remember(key: string, failure: LoadFailure): void {
    const now = this.#now();
    this.#remembered.delete(key);
    this.#remembered.set(key, { failure, until: now + this.#lifeMs });
    for (const [oldest, { until }] of this.#remembered) {
      if (until > now && this.#remembered.size <= this.#entries) break;
      this.#remembered.delete(oldest);
    }
  }

  forget(key: string): void {
    this.#remembered.delete(key);
  }
}
