import type { Database } from './database.ts';
import { StoreError } from './errors.ts';

/** Runs every call to the store: refuses it once closed, waits for it before closing, and explains its failure. */
export class StoreCalls {
  readonly #database: Database;
  readonly #onFailure: (error: StoreError) => void;
  readonly #running = new Set<Promise<unknown>>();
  #closed: Promise<void> | undefined;

  constructor(database: Database, onFailure: (error: StoreError) => void = () => {}) {
    this.#database = database;
    this.#onFailure = onFailure;
  }

  async run<T>(work: () => Promise<T>): Promise<T> {
    if (this.#closed !== undefined) throw new StoreError('ERR_STORE_CLOSED', 'The store is closed.');
    const running = work();
    this.#running.add(running);
    try {
      return await running;
    } catch (error) {
      const explained = this.#database.explain(error);
      this.#onFailure(explained);
      throw explained;
    } finally {
      this.#running.delete(running);
    }
  }

  close(): Promise<void> {
    this.#closed ??= Promise.allSettled(this.#running).then(() => this.#database.close());
    return this.#closed;
  }
}
