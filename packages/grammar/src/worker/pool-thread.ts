import { Worker } from 'node:worker_threads';
import { GrammarError } from '../errors.ts';
import { builtFile } from './built-file.ts';
import {
  fromMessage,
  type GrammarSource,
  type ThreadReply,
  type ThreadRequest,
  toMessage,
} from './messages.ts';

export type ResolveSource = (uri: string, mediaType: string | undefined) => Promise<GrammarSource>;

export interface ThreadLimits {
  /** Milliseconds one job may take; starting the thread and fetching documents do not count. */
  readonly time: number;
  /** Megabytes of the thread's heap. */
  readonly memory: number;
}

/** The thread ended or never came up, which says nothing about its job: another thread may well do it. */
export class ThreadLost extends Error {
  constructor(cause: Error) {
    super(`a grammar thread was lost: ${cause.message}`, { cause });
  }
}

interface Answers {
  readonly compile: 'compiled';
  readonly match: 'matched';
  readonly sentences: 'generated';
  readonly lint: 'linted';
}

interface Job {
  readonly resolve: ResolveSource | undefined;
  readonly settle: (outcome: ThreadReply | Error) => void;
}

/**
 * One worker thread that does one job at a time. A job over its time takes the thread with it: nothing else stops a
 * computation that does not return.
 */
export class PoolThread {
  /** Grammars compiled in the thread, the least recently used first. */
  readonly grammars = new Set<string>();
  readonly #limits: ThreadLimits;
  #worker: Worker | undefined;
  #isReady = false;
  #job: Job | undefined;
  #timer: NodeJS.Timeout | undefined;

  constructor(limits: ThreadLimits) {
    this.#limits = limits;
  }

  /** Sends what needs no answer. */
  tell(request: ThreadRequest): void {
    this.#worker?.postMessage(request);
  }

  run<Kind extends keyof Answers>(
    request: ThreadRequest & { readonly kind: Kind },
    resolve?: ResolveSource,
  ): Promise<ThreadReply & { readonly kind: Answers[Kind] }> {
    const worker = this.#start();
    return new Promise((succeed, fail) => {
      this.#job = {
        resolve,
        settle: (outcome) => {
          this.#stopWatching();
          this.#job = undefined;
          worker.unref();
          if (outcome instanceof Error) fail(outcome);
          else if (outcome.kind === 'failed') fail(fromMessage(outcome.error));
          else succeed(outcome as ThreadReply & { readonly kind: Answers[Kind] });
        },
      };
      worker.ref();
      if (this.#isReady) this.#watchTime();
      worker.postMessage(request);
    });
  }

  async stop(reason: Error): Promise<void> {
    const worker = this.#worker;
    this.#worker = undefined;
    this.#isReady = false;
    this.grammars.clear();
    this.#job?.settle(reason);
    await worker?.terminate();
  }

  #start(): Worker {
    if (this.#worker) return this.#worker;
    const worker = new Worker(builtFile('./thread.ts', import.meta.url), {
      resourceLimits: { maxOldGenerationSizeMb: this.#limits.memory, stackSizeMb: 8 },
    });
    worker.on('message', (reply: ThreadReply) => {
      // Node still delivers what a thread had sent when it was ended, and the next job has begun by then.
      if (this.#worker !== worker) return;
      if (reply.kind === 'ready') {
        this.#isReady = true;
        if (this.#job) this.#watchTime();
      } else if (reply.kind === 'need') void this.#fetch(worker, reply.uri, reply.mediaType);
      else this.#job?.settle(reply);
    });
    worker.on('error', (error: NodeJS.ErrnoException) => {
      if (this.#worker === worker) void this.stop(describe(error, this.#limits));
    });
    worker.on('exit', () => {
      if (this.#worker === worker) void this.stop(new ThreadLost(new Error('it ended by itself')));
    });
    this.#worker = worker;
    return worker;
  }

  #watchTime(): void {
    const { time } = this.#limits;
    const timer = setTimeout(() => {
      // Where it was this thread that had no time, the answer has arrived and is read before the next immediate.
      setImmediate(() => {
        if (this.#timer !== timer) return;
        void this.stop(new GrammarError('limit', `the grammar took longer than ${time} ms`, {}, 'time'));
      });
    }, time);
    this.#timer = timer;
  }

  #stopWatching(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
  }

  async #fetch(worker: Worker, uri: string, mediaType: string | undefined): Promise<void> {
    this.#stopWatching();
    const job = this.#job;
    let answer: ThreadRequest;
    try {
      if (!job?.resolve) throw new GrammarError('not-found', `no way was given to find the grammar ${uri}`);
      answer = { kind: 'document', source: await job.resolve(uri, mediaType) };
    } catch (error) {
      answer = { kind: 'refuse', error: toMessage(error) };
    }
    if (this.#worker !== worker || this.#job !== job) return;
    this.#watchTime();
    worker.postMessage(answer);
  }
}

function describe(error: NodeJS.ErrnoException, { memory }: ThreadLimits): Error {
  if (error.code !== 'ERR_WORKER_OUT_OF_MEMORY') return new ThreadLost(error);
  return new GrammarError('limit', `the grammar needs more than ${memory} MB of memory`, {}, 'memory');
}
