import type { Database, StoreLog } from './database.ts';
import type { StoreError, StoreErrorCode } from './errors.ts';
import type { StoreCalls } from './store-calls.ts';
import { tryWrite } from './try-write.ts';

/** A database that works is tried this often at most, however often its health is asked for: each try is a write. */
const WORKING_MS = 30_000;
/** One that could not be written is tried more often, so that it is in use again soon. */
const FAILING_MS = 1_000;
/** Who asks waits for a try this long; what it finds later is for the next one. */
const WAIT_MS = 500;

/** Nothing can be written, whatever it is. */
const UNWRITABLE: readonly StoreErrorCode[] = ['ERR_STORE_FULL', 'ERR_STORE_NOT_WRITABLE'];
/** These leave it open: another process writes for long, the store was closed, the database cannot be asked. */
const UNKNOWN: readonly StoreErrorCode[] = ['ERR_STORE_BUSY', 'ERR_STORE_CLOSED', 'ERR_STORE_UNREACHABLE'];
/** These may have to do with the disk. */
const SUSPECT: readonly StoreErrorCode[] = ['ERR_STORE_FAILED', 'ERR_STORE_DAMAGED', 'ERR_STORE_REFUSED'];

/**
 * Whether the database can be written. A full disk lets it be read, so reading tells nothing. What failed in earnest
 * counts at once; that all is well again is known only from a write as large as that of an enrolment, because a small
 * one may still find room where a large one does not.
 */
export class WriteHealth {
  readonly #database: Database;
  readonly #log: StoreLog;
  readonly #now: () => number;
  #failure: StoreError | undefined;
  #dueAt = Number.NEGATIVE_INFINITY;
  #trying: Promise<void> | undefined;

  constructor(database: Database, log: StoreLog, now: () => number = () => performance.now()) {
    this.#database = database;
    this.#log = log;
    this.#now = now;
  }

  /** Told of every call that failed. */
  readonly note = (error: StoreError): void => {
    if (UNWRITABLE.includes(error.code)) this.#failed(error);
    else if (SUSPECT.includes(error.code) && this.#failure === undefined) {
      this.#dueAt = Number.NEGATIVE_INFINITY;
    }
  };

  /** Rejects with the reason where the database cannot be written. */
  async check(calls: StoreCalls): Promise<void> {
    if (this.#trying === undefined && this.#now() >= this.#dueAt) this.#try(calls);
    if (this.#trying !== undefined) await atMost(this.#trying, WAIT_MS);
    if (this.#failure !== undefined) throw this.#failure;
  }

  #try(calls: StoreCalls): void {
    this.#trying = calls
      .run(() => tryWrite(this.#database))
      .then(
        () => this.#succeeded(),
        (error: StoreError) => {
          if (UNKNOWN.includes(error.code)) this.#dueAt = this.#now() + FAILING_MS;
          else this.#failed(error);
        },
      )
      .finally(() => {
        this.#trying = undefined;
      });
  }

  #succeeded(): void {
    if (this.#failure !== undefined) this.#log.warn({}, 'the database can be written again');
    this.#failure = undefined;
    this.#dueAt = this.#now() + WORKING_MS;
  }

  #failed(error: StoreError): void {
    if (this.#failure === undefined) {
      this.#log.warn({ reason: error.message }, 'the database cannot be written; the server is not ready');
    }
    this.#failure = error;
    this.#dueAt = this.#now() + FAILING_MS;
  }
}

async function atMost(work: Promise<void>, ms: number): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const over = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, ms);
  });
  await Promise.race([work, over]);
  clearTimeout(timer);
}
