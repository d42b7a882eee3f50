import type { Database } from './database.ts';
import { StoreError } from './errors.ts';

/** Told of every call: how long it took, and `ok` or the code of its error. */
export type OnCall = (ms: number, outcome: string) => void;

/** Runs every call to the store: refuses it once closed, waits for it before closing, and explains its failure. */
export class StoreCalls {
  readonly #database: Database;
  readonly #onFailure: (error: StoreError) => void;
  readonly #onCall: OnCall;
  readonly #running = new Set<Promise<unknown>>();
  #closed: Promise<void> | undefined;

  constructor(
    database: Database,
    onFailure: (error: StoreError) => void = () => {},
    onCall: OnCall = () => {},
  ) {
    this.#database = database;
    this.#onFailure = onFailure;
    this.#onCall = onCall;
  }

  async run<T>(work: () => Promise<T>): Promise<T> {
    if (this.#closed !== undefined) throw new StoreError('ERR_STORE_CLOSED', 'The store is closed.');
    const from = performance.now();
    const running = work();
    this.#running.add(running);
    try {
      const result = await running;
      this.#onCall(performance.now() - from, 'ok');
      return result;
    } catch (error) {
      const explained = this.#database.explain(error);
      this.#onFailure(explained);
      this.#onCall(performance.now() - from, explained.code);
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
