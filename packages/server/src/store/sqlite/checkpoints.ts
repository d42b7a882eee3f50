import { Worker } from 'node:worker_threads';
import { builtFile } from '@locutor/models';
import type Libsql from 'libsql';

export type CheckpointMode = 'passive' | 'truncate';
export type CheckpointAnswer = { readonly isDone: boolean } | { readonly error: unknown };

/** Commits after which the log is moved into the database file. Most write five to ten pages of 4 kB. */
const COMMITS = 100;
/** Pages of the log at which COMMIT moves it itself after all, should the thread not keep up. */
const MOST_PAGES = 20_000;

/**
 * Moves the write-ahead log into the database file in a thread. SQLite would do it within a COMMIT, and wait for the disk:
 * 90 to 290 ms, several times a minute under load, in which the server answered nobody.
 */
export class Checkpoints {
  readonly #file: string;
  #worker: Worker | undefined;
  #commits = 0;
  #last: Promise<unknown> = Promise.resolve();
  #settle: (answer: CheckpointAnswer) => void = () => {};

  constructor(writer: Libsql.Database, file: string) {
    this.#file = file;
    writer.exec(`pragma wal_autocheckpoint = ${MOST_PAGES}`);
  }

  countCommit(): void {
    if (++this.#commits < COMMITS) return;
    this.#commits = 0;
    // What fails here fails again where somebody waits for it, and otherwise COMMIT does the work.
    this.run('passive').catch(() => {});
  }

  /** Whether all of the log was moved: others who use it can hold that up. */
  run(mode: CheckpointMode): Promise<boolean> {
    const moved = this.#last.then(() => this.#ask(mode));
    this.#last = moved.catch(() => {});
    return moved;
  }

  async close(): Promise<void> {
    await this.#last;
    await this.#worker?.terminate();
  }

  #ask(mode: CheckpointMode): Promise<boolean> {
    const worker = this.#started();
    worker.ref();
    worker.postMessage(mode);
    return new Promise((resolve, reject) => {
      this.#settle = (answer) => {
        worker.unref();
        if ('error' in answer) reject(answer.error);
        else resolve(answer.isDone);
      };
    });
  }

  #started(): Worker {
    if (this.#worker) return this.#worker;
    const worker = new Worker(builtFile('./checkpoint-thread.ts', import.meta.url), {
      workerData: this.#file,
    });
    worker.on('message', (answer: CheckpointAnswer) => this.#settle(answer));
    worker.on('error', (error) => this.#settle({ error }));
    worker.on('exit', () => {
      this.#worker = undefined;
      this.#settle({ error: new Error('the thread that moves the log of the database has ended') });
    });
    this.#worker = worker;
    return worker;
  }
}
