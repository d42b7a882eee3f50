import type { Database, StoreLog } from '../database.ts';
import type { StoreCalls } from '../store-calls.ts';

const AGAIN_MS = 60_000;

/**
 * Removes from the log of the database what an enrolment replaced. The enrolment is done and billed by then and is
 * answered as such, so a failure is logged, and it is tried again until it succeeds.
 */
export class Overwriting {
  readonly #database: Database;
  readonly #calls: StoreCalls;
  readonly #log: StoreLog;
  #timer: NodeJS.Timeout | undefined;

  constructor(database: Database, calls: StoreCalls, log: StoreLog) {
    this.#database = database;
    this.#calls = calls;
    this.#log = log;
  }

  async wipe(): Promise<void> {
    try {
      await this.#database.wipe();
    } catch (error) {
      this.#log.warn(
        { err: this.#database.explain(error) },
        'the log of the database still holds a voiceprint that was replaced; trying again in a minute',
      );
      this.#timer ??= setTimeout(() => this.#again(), AGAIN_MS).unref();
    }
  }

  #again(): void {
    this.#timer = undefined;
    // Once the store is closed there is nothing to do: closing empties the log.
    this.#calls.run(() => this.wipe()).catch(() => {});
  }
}
