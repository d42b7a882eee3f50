import { untilAborted } from '../../common/until-aborted.ts';

/** Work that several requests wait for. It is given up when the last of them has gone, and not before. */
export class SharedFetch<T> {
  readonly #abort = new AbortController();
  readonly #result: Promise<T>;
  #waiting = 0;

  constructor(work: (signal: AbortSignal) => Promise<T>) {
    this.#result = work(this.#abort.signal);
  }

  /** Calls back when the work is done, well or not. */
  ended(callback: () => void): void {
    this.#result.then(callback, callback);
  }

  get abandoned(): boolean {
    return this.#abort.signal.aborted;
  }

  async join(signal: AbortSignal | undefined): Promise<T> {
    this.#waiting++;
    try {
      return await untilAborted(this.#result, signal);
    } finally {
      this.#waiting--;
      if (this.#waiting === 0) this.abandon();
    }
  }

  abandon(): void {
    this.#abort.abort();
  }
}
