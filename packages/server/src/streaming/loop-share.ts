/** What sessions may take of one turn of the event loop, all of them together. */
const SHARE_MS = 10;

/** Tests replace the global one, and what waits here is not theirs. */
const afterOthers = setImmediate;

/**
 * The work that messages of sessions cause, in slices: where sessions have used up their share of this turn of the event
 * loop, work waits for the next one, and everybody else has theirs first. Some work is done in every turn.
 */
export class LoopShare {
  readonly #now: () => number;
  readonly #waiting: (() => void)[] = [];
  #spent = 0;
  #turn = 0;
  #isScheduled = false;

  constructor(now: () => number = () => performance.now()) {
    this.#now = now;
  }

  /** Resolves when the work is done, which begins at once where there is time for it. */
  run(work: () => Promise<void>): Promise<void> {
    if (this.#waiting.length === 0 && this.#spent < SHARE_MS) return this.#begin(work);
    this.#schedule();
    return new Promise((resolve) => this.#waiting.push(() => resolve(this.#begin(work))));
  }

  async #begin(work: () => Promise<void>): Promise<void> {
    this.#schedule();
    const turn = this.#turn;
    const begun = this.#now();
    const done = work();
    const paused = this.#now();
    this.#spent += paused - begun;
    await done;
    // It may have waited for nothing but other work of this turn.
    if (turn === this.#turn) this.#spent += this.#now() - paused;
  }

  #schedule(): void {
    if (this.#isScheduled) return;
    this.#isScheduled = true;
    afterOthers(() => this.#onTurn());
  }

  #onTurn(): void {
    this.#isScheduled = false;
    this.#turn += 1;
    this.#spent = 0;
    while (this.#waiting.length > 0 && this.#spent < SHARE_MS) this.#waiting.shift()!();
    if (this.#waiting.length > 0) this.#schedule();
  }
}
