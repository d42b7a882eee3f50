import type { Failure, Summary } from './summary.ts';

/** A case that is over. */
export interface Finished {
  readonly index: number;
  readonly kind: string;
  readonly ms: number;
  readonly status: number;
  readonly failure?: Failure | undefined;
}

export const CHUNK = 500;

interface Chunk {
  left: number;
  readonly finished: Finished[];
}

/**
 * Cases end in any order. What is told of them grows by whole chunks without a gap before them, so that a run that is
 * interrupted can go on exactly there.
 */
export class FinishedChunks {
  readonly #seed: number;
  readonly #from: number;
  readonly #end: number;
  readonly #open = new Map<number, Chunk>();
  #begun = performance.now();
  #to: number;
  readonly #kinds: Record<string, { cases: number; ms: number }> = {};
  readonly #statuses: Record<string, number> = {};
  readonly #failures: Failure[] = [];

  constructor({ seed, from, cases }: { seed: number; from: number; cases: number }) {
    this.#seed = seed;
    this.#from = from;
    this.#to = from;
    this.#end = from + cases;
  }

  /** From now on, time counts: the server is up. */
  begin(): void {
    this.#begun = performance.now();
  }

  /** True where the summary has grown. */
  add(finished: Finished): boolean {
    const start = this.#startOf(finished.index);
    const chunk = this.#open.get(start) ?? { left: this.#sizeOf(start), finished: [] };
    this.#open.set(start, chunk);
    chunk.finished.push(finished);
    chunk.left -= 1;
    return this.#take();
  }

  summary(): Summary {
    return {
      seed: this.#seed,
      from: this.#from,
      to: this.#to,
      seconds: (performance.now() - this.#begun) / 1000,
      kinds: structuredClone(this.#kinds),
      statuses: { ...this.#statuses },
      failures: [...this.#failures],
    };
  }

  #take(): boolean {
    const before = this.#to;
    for (let chunk = this.#open.get(this.#to); chunk?.left === 0; chunk = this.#open.get(this.#to)) {
      this.#open.delete(this.#to);
      for (const each of chunk.finished) this.#count(each);
      this.#to += chunk.finished.length;
    }
    return this.#to > before;
  }

  #count({ kind, ms, status, failure }: Finished): void {
    const known = this.#kinds[kind] ?? { cases: 0, ms: 0 };
    this.#kinds[kind] = { cases: known.cases + 1, ms: known.ms + ms };
    this.#statuses[status] = (this.#statuses[status] ?? 0) + 1;
    if (failure) this.#failures.push(failure);
  }

  #startOf(index: number): number {
    return index - ((index - this.#from) % CHUNK);
  }

  #sizeOf(start: number): number {
    return Math.min(CHUNK, this.#end - start);
  }
}
