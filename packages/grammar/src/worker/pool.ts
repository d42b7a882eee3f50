import { availableParallelism } from 'node:os';
import type { MatchOptions, MatchResult } from '../compiled-grammar.ts';
import { GrammarError } from '../errors.ts';
import type { GrammarBundle, GrammarFacts, GrammarSource } from './messages.ts';
import { PoolThread, type ResolveSource } from './pool-thread.ts';

export interface PoolOptions {
  /** Worker threads; by default two, or one where there is only one processor. */
  readonly threads?: number;
  /** Milliseconds one job may take before its thread is ended. Default 2000. */
  readonly time?: number;
  /** Megabytes of heap per thread. Default 512. */
  readonly memory?: number;
  /** Grammars each thread keeps compiled. Default 64. */
  readonly grammars?: number;
  /** Jobs that may wait. Default 1000. */
  readonly queue?: number;
  /** Milliseconds a job waits for its turn. Default 10000. */
  readonly patience?: number;
}

export interface PoolCompileOptions extends Partial<GrammarBundle['options']> {
  /** Finds the documents that references name; runs in the main thread. */
  readonly resolve?: ResolveSource;
}

interface KeptGrammar extends GrammarBundle {
  readonly documents: Map<string, GrammarSource>;
  readonly resolve: ResolveSource | undefined;
}

/**
 * Reads, compiles and matches grammars on worker threads, so that neither a huge grammar nor a hostile one holds up
 * the main thread. A job over its time or memory ends with its thread, which is replaced; the others go on.
 *
 * ```ts
 * const pool = new GrammarPool();
 * await pool.compile('order', { source: await readFile('order.grxml'), uri: 'file:///grammars/order.grxml' });
 * const { matches } = await pool.match('order', 'two large pizzas');
 * await pool.close();
 * ```
 */
export class GrammarPool {
  readonly #threads: PoolThread[];
  readonly #kept = new Map<string, KeptGrammar>();
  readonly #grammarsPerThread: number;
  readonly #queueLimit: number;
  readonly #patience: number;
  readonly #free: Set<PoolThread>;
  readonly #waiting: {
    readonly start: (thread: PoolThread) => void;
    readonly fail: (error: Error) => void;
  }[] = [];
  #closed = false;

  constructor(options: PoolOptions = {}) {
    const limits = { time: options.time ?? 2000, memory: options.memory ?? 512 };
    const threads = options.threads ?? Math.min(2, availableParallelism());
    this.#threads = Array.from({ length: threads }, () => new PoolThread(limits));
    this.#free = new Set(this.#threads);
    this.#grammarsPerThread = options.grammars ?? 64;
    this.#queueLimit = options.queue ?? 1000;
    this.#patience = options.patience ?? 10_000;
  }

  /**
   * Compiles a grammar and keeps it under a key, in place of any it had, and says what it is for. Throws what
   * `compileGrammar` would. Give the text
   * rather than a document where you have it: copying a long document to a thread holds up the main one.
   */
  async compile(key: string, source: GrammarSource, options: PoolCompileOptions = {}): Promise<GrammarFacts> {
    const { resolve, ...rest } = options;
    const documents = new Map<string, GrammarSource>();
    const keep = async (uri: string, mediaType: string | undefined) => {
      const found = await resolve!(uri, mediaType);
      documents.set(uri, found);
      return found;
    };
    const kept: KeptGrammar = { source, options: rest, documents, resolve: resolve && keep };
    return this.#onThread(undefined, async (thread) => {
      const facts = await this.#compileOn(thread, key, kept);
      for (const other of this.#threads) if (other !== thread) this.#drop(other, key);
      this.#kept.set(key, kept);
      return facts;
    });
  }

  has(key: string): boolean {
    return this.#kept.has(key);
  }

  /** Matches a text as `CompiledGrammar.match` does. A match whose turn has not come when `signal` aborts is dropped. */
  async match(
    key: string,
    text: string | readonly string[],
    options: MatchOptions = {},
    signal?: AbortSignal,
  ): Promise<MatchResult> {
    const match = async (thread: PoolThread) => {
      const kept = this.#kept.get(key);
      if (!kept) throw new GrammarError('not-found', `no grammar is kept under ${key}`);
      if (!thread.grammars.has(key)) await this.#compileOn(thread, key, kept);
      thread.grammars.delete(key);
      thread.grammars.add(key);
      const { result } = await thread.run({ kind: 'match', key, text, options });
      return result;
    };
    return this.#onThread(key, match, signal);
  }

  forget(key: string): void {
    this.#kept.delete(key);
    for (const thread of this.#threads) this.#drop(thread, key);
  }

  /** Ends the threads; what is running or waiting fails. */
  async close(): Promise<void> {
    this.#closed = true;
    const reason = new Error('the grammar pool is closed');
    for (const job of this.#waiting.splice(0)) job.fail(reason);
    await Promise.all(this.#threads.map((thread) => thread.stop(reason)));
  }

  async #compileOn(
    thread: PoolThread,
    key: string,
    { source, options, documents, resolve }: KeptGrammar,
  ): Promise<GrammarFacts> {
    const { facts } = await thread.run(
      { kind: 'compile', key, bundle: { source, options, documents } },
      resolve,
    );
    thread.grammars.add(key);
    for (const oldest of thread.grammars) {
      if (thread.grammars.size <= this.#grammarsPerThread) break;
      this.#drop(thread, oldest);
    }
    return facts;
  }

  #drop(thread: PoolThread, key: string): void {
    if (thread.grammars.delete(key)) thread.tell({ kind: 'forget', key });
  }

  /** Runs a task on a free thread, one that has the grammar if there is one; waits for its turn otherwise. */
  async #onThread<Result>(
    key: string | undefined,
    task: (thread: PoolThread) => Promise<Result>,
    signal?: AbortSignal,
  ): Promise<Result> {
    if (this.#closed) throw new Error('the grammar pool is closed');
    signal?.throwIfAborted();
    const thread = this.#take(key) ?? (await this.#turn(signal));
    try {
      return await task(thread);
    } finally {
      const next = this.#waiting.shift();
      if (next) next.start(thread);
      else this.#free.add(thread);
    }
  }

  #take(key: string | undefined): PoolThread | undefined {
    let chosen: PoolThread | undefined;
    for (const thread of this.#free) {
      chosen ??= thread;
      if (key !== undefined && thread.grammars.has(key)) {
        chosen = thread;
        break;
      }
    }
    if (chosen) this.#free.delete(chosen);
    return chosen;
  }

  #turn(signal: AbortSignal | undefined): Promise<PoolThread> {
    if (this.#waiting.length >= this.#queueLimit)
      throw queueFull(`more than ${this.#queueLimit} grammar jobs are waiting`);
    return new Promise((resolve, reject) => {
      const settle = () => {
        clearTimeout(timer);
        signal?.removeEventListener('abort', onAbort);
      };
      const job = {
        start: (thread: PoolThread) => {
          settle();
          resolve(thread);
        },
        fail: (error: Error) => {
          settle();
          reject(error);
        },
      };
      const leave = (error: Error) => {
        const place = this.#waiting.indexOf(job);
        if (place === -1) return;
        this.#waiting.splice(place, 1);
        job.fail(error);
      };
      const onAbort = () => leave(signal!.reason as Error);
      const timer = setTimeout(
        () => leave(queueFull(`no grammar thread was free within ${this.#patience} ms`)),
        this.#patience,
      );
      signal?.addEventListener('abort', onAbort, { once: true });
      this.#waiting.push(job);
    });
  }
}

function queueFull(reason: string): GrammarError {
  return new GrammarError('limit', reason, {}, 'queue');
}
