import { availableParallelism } from 'node:os';
import type { MatchOptions, MatchResult } from '../compiled-grammar.ts';
import { GrammarError } from '../errors.ts';
import type { SentenceOptions } from '../generate/sentences.ts';
import type { LintFinding } from '../read/index.ts';
import type { GrammarBundle, GrammarFacts, GrammarSource } from './messages.ts';
import { PoolThread, type ResolveSource, ThreadLost } from './pool-thread.ts';
import { type Turn, Turns, type Waiting } from './turns.ts';

export interface PoolOptions {
  /**
   * Worker threads. One client may use all but one of them. Default: three, or two where there is only one processor, so
   * that one client alone can use two processors.
   */
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
  /** Told how many milliseconds a job waited, and whether it was refused its turn then. */
  readonly onTurn?: (waitedMs: number, refused: boolean) => void;
}

export interface PoolCompileOptions extends Partial<GrammarBundle['options']> {
  /** Finds the documents that references name; runs in the main thread. */
  readonly resolve?: ResolveSource;
  /** Who waits for the grammar. May grow until it is compiled: then call `clientsJoined`. */
  readonly clients?: ReadonlySet<string>;
}

export interface PoolCaller {
  /** Who asks: jobs of one client do not keep those of others waiting. */
  readonly client?: string | undefined;
  /** A job whose turn has not come when it aborts is dropped. */
  readonly signal?: AbortSignal | undefined;
}

const NOBODY: ReadonlySet<string> = new Set();

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
  readonly #turns: Turns<PoolThread>;
  readonly #onTurn: NonNullable<PoolOptions['onTurn']>;
  #closed = false;

  constructor(options: PoolOptions = {}) {
    const limits = { time: options.time ?? 2000, memory: options.memory ?? 512 };
    const threads = options.threads ?? Math.min(2, availableParallelism()) + 1;
    this.#threads = Array.from({ length: threads }, () => new PoolThread(limits));
    this.#grammarsPerThread = options.grammars ?? 64;
    this.#onTurn = options.onTurn ?? (() => {});
    this.#turns = new Turns(this.#threads, {
      perClient: Math.max(1, threads - 1),
      queue: options.queue ?? 1000,
      patience: options.patience ?? 10_000,
    });
  }

  /**
   * Compiles a grammar and keeps it under a key, in place of any it had, and says what it is for. Throws what
   * `compileGrammar` would. Give the text
   * rather than a document where you have it: copying a long document to a thread holds up the main one.
   */
  async compile(key: string, source: GrammarSource, options: PoolCompileOptions = {}): Promise<GrammarFacts> {
    const { resolve, clients = NOBODY, ...rest } = options;
    const documents = new Map<string, GrammarSource>();
    const keep = async (uri: string, mediaType: string | undefined) => {
      const found = await resolve!(uri, mediaType);
      documents.set(uri, found);
      return found;
    };
    const kept: KeptGrammar = { source, options: rest, documents, resolve: resolve && keep };
    return this.#onThread({ clients, suits: () => false }, async (thread) => {
      const facts = await this.#compileOn(thread, key, kept);
      for (const other of this.#threads) if (other !== thread) this.#drop(other, key);
      this.#kept.set(key, kept);
      return facts;
    });
  }

  /** Looks whether a compilation can start now because others joined those who wait for it. */
  clientsJoined(): void {
    this.#turns.dispatch();
  }

  /** Jobs that wait for a thread. */
  get queued(): number {
    return this.#turns.waiting;
  }

  has(key: string): boolean {
    return this.#kept.has(key);
  }

  /** Matches a text as `CompiledGrammar.match` does. */
  async match(
    key: string,
    text: string | readonly string[],
    options: MatchOptions = {},
    caller: PoolCaller = {},
  ): Promise<MatchResult> {
    return this.#withGrammar(key, caller, async (thread) => {
      const { result } = await thread.run({ kind: 'match', key, text, options });
      return result;
    });
  }

  /** Random sentences as `CompiledGrammar.sentences` gives them. */
  async sentences(
    key: string,
    options: SentenceOptions = {},
    caller: PoolCaller = {},
  ): Promise<readonly string[]> {
    return this.#withGrammar(key, caller, async (thread) => {
      const { sentences } = await thread.run({ kind: 'sentences', key, options });
      return sentences;
    });
  }

  /** Warnings about a grammar that can be read, as `lintGrammar` gives them. */
  async lint(source: GrammarSource, { client, signal }: PoolCaller = {}): Promise<readonly LintFinding[]> {
    const clients = client === undefined ? NOBODY : new Set([client]);
    return this.#onThread({ clients, signal, suits: () => false }, async (thread) => {
      const { findings } = await thread.run({ kind: 'lint', source });
      return findings;
    });
  }

  forget(key: string): void {
    this.#kept.delete(key);
    for (const thread of this.#threads) this.#drop(thread, key);
  }

  /** Ends the threads; what is running or waiting fails. */
  async close(): Promise<void> {
    this.#closed = true;
    const reason = new Error('the grammar pool is closed');
    this.#turns.close(reason);
    await Promise.all(this.#threads.map((thread) => thread.stop(reason)));
  }

  /** Does a job on a thread that has the grammar, and compiles it there first where none is free that has it. */
  async #withGrammar<Result>(
    key: string,
    { client, signal }: PoolCaller,
    task: (thread: PoolThread) => Promise<Result>,
  ): Promise<Result> {
    const clients = client === undefined ? NOBODY : new Set([client]);
    return this.#onThread(
      { clients, signal, suits: (thread) => thread.grammars.has(key) },
      async (thread) => {
        const kept = this.#kept.get(key);
        if (!kept) throw new GrammarError('not-found', `no grammar is kept under ${key}`);
        if (!thread.grammars.has(key)) await this.#compileOn(thread, key, kept);
        thread.grammars.delete(key);
        thread.grammars.add(key);
        return task(thread);
      },
    );
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

  async #turn(job: Waiting<PoolThread>): Promise<Turn<PoolThread>> {
    const from = performance.now();
    try {
      const turn = await this.#turns.next(job);
      this.#onTurn(performance.now() - from, false);
      return turn;
    } catch (error) {
      if (error instanceof GrammarError) this.#onTurn(performance.now() - from, true);
      throw error;
    }
  }

  async #onThread<Result>(
    job: Waiting<PoolThread>,
    task: (thread: PoolThread) => Promise<Result>,
  ): Promise<Result> {
    if (this.#closed) throw new Error('the grammar pool is closed');
    const { thread, end } = await this.#turn(job);
    try {
      if (this.#closed) throw new Error('the grammar pool is closed');
      return await task(thread).catch((error: unknown) => {
        // Once more in a new thread: what was lost with the first one is compiled again.
        if (this.#closed || !(error instanceof ThreadLost)) throw error;
        return task(thread);
      });
    } finally {
      end();
    }
  }
}
