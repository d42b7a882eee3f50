import { hasFreeProcess, type LivePool } from './live-pool.ts';

/** A session that wants a text of what is being spoken. */
export interface PartialTurn {
  /** Whether there was a text of it before. */
  readonly hasText: boolean;
  start(): void;
  /** Gives up the text that was begun. */
  giveUp(): void;
}

/**
 * Whose text of what is being spoken is made next, for all sessions of a pool. Nobody waits for these texts: they are made while
 * a process has nothing else to do, and of several processes one is left to those who listen, who notice the end of speech.
 */
export class PartialTurns {
  readonly #pool: LivePool;
  /** In the order in which they asked. */
  readonly #waiting = new Set<PartialTurn>();
  readonly #running = new Set<PartialTurn>();

  constructor(pool: LivePool) {
    this.#pool = pool;
  }

  ask(turn: PartialTurn): void {
    this.#waiting.add(turn);
    this.#startNext();
  }

  withdraw(turn: PartialTurn): void {
    this.#waiting.delete(turn);
  }

  /** Its text is there, or was given up. */
  end(turn: PartialTurn): void {
    if (this.#running.delete(turn)) this.#startNext();
  }

  /** Results come before texts: those that were begun last are given up until as many jobs as this can run. */
  giveWay(jobs: number): void {
    this.#giveUp([...this.#running], jobs);
  }

  /** First texts stay: where texts take long, as on a busy machine, there would be none at all. */
  giveWayToListening(): void {
    this.#giveUp(
      [...this.#running].filter(({ hasText }) => hasText),
      1,
    );
  }

  #giveUp(turns: readonly PartialTurn[], jobs: number): void {
    for (const turn of turns.toReversed()) {
      if (hasFreeProcess(this.#pool, jobs)) return;
      this.#running.delete(turn);
      turn.giveUp();
    }
  }

  #startNext(): void {
    while (this.#hasRoom) {
      const waiting = [...this.#waiting];
      // A second text is worth less than the first one of somebody else.
      const next = waiting.find(({ hasText }) => !hasText) ?? waiting[0];
      if (!next) return;
      this.#waiting.delete(next);
      this.#running.add(next);
      next.start();
    }
  }

  get #hasRoom(): boolean {
    const most = Math.max(1, this.#pool.state().up - 1);
    return this.#running.size < most && hasFreeProcess(this.#pool);
  }
}
