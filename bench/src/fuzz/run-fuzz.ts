import { BenchServer } from '../bench-server.ts';
import { residentMb } from '../load/memory-watch.ts';
import { keepCase, keptCases } from './corpus.ts';
import { exchange } from './exchange.ts';
import { type Finished, FinishedChunks } from './finished-chunks.ts';
import { problemOf } from './judge.ts';
import { type FuzzCase, makeCase } from './make-case.ts';
import { minimise } from './minimise.ts';
import { FUZZ_TOKEN } from './seeds.ts';
import type { Failure, Summary } from './summary.ts';

/**
 * Some wait for a timeout, for the engine or for the disk meanwhile: with 16 at once, two thirds as many cases a second went through.
 * Fewer than may wait for the engine, so that none is refused for being too many.
 */
const AT_ONCE = 48;
const LOG_CHARACTERS = 10_000;
/** Longer than any limit of grammars, tags and waiting together. */
const PATIENCE_MS = 60_000;
/** By which the main process may grow beyond what it had after the first cases. */
const MEMORY_JUMP_MB = 600;
const WARM_UP = 5000;

export interface FuzzOptions {
  readonly seed: number;
  readonly from: number;
  readonly cases: number;
  /** Where failing cases are written; not at all without it. */
  readonly keep: boolean;
  /** Called whenever the summary has grown. */
  onSummary?(summary: Summary, server: { readonly megabytes: number }): void;
  /** Ends the run before its last case. */
  readonly signal?: AbortSignal;
}

export interface FuzzResult {
  readonly summary: Summary;
  /** Of kept cases, which are sent first, and of the server as a whole. */
  readonly otherFailures: readonly Failure[];
  readonly firstMb: number;
  readonly mostMb: number;
  readonly restarts: number;
  /** The end of the server's log, which has the details of every 500. */
  readonly log: string;
}

const startServer = () =>
  BenchServer.start({
    env: {
      LOCUTOR_TOKEN: FUZZ_TOKEN,
      LOCUTOR_MODELS_FETCH: 'never',
      LOCUTOR_ACCESS_LOG: 'false',
      LOCUTOR_LOG_LEVEL: 'error',
      // A case that promises more than it sends must not hold its connection for two minutes.
      LOCUTOR_REQUEST_SECONDS: '5',
      LOCUTOR_KEEP_ALIVE_SECONDS: '1',
    },
  });

/** Sends the kept cases and then new ones to a real server, and minimises and keeps those that fail. */
export class FuzzRun {
  readonly #options: FuzzOptions;
  readonly #kept = keptCases();
  readonly #chunks: FinishedChunks;
  readonly #otherFailures: Failure[] = [];
  readonly #problems = new Set<string>();
  #server: BenchServer | undefined;
  #next: number;
  #done = 0;
  #restarts = 0;
  #firstMb = Number.NaN;
  #mostMb = 0;

  constructor(options: FuzzOptions) {
    this.#options = options;
    this.#next = options.from;
    this.#chunks = new FinishedChunks(options);
  }

  async run(): Promise<FuzzResult> {
    this.#server = await startServer();
    try {
      for (const { name, bytes } of this.#kept) {
        const { failure } = await this.#try({ kind: kindOf(name), bytes }, -1);
        if (failure) this.#otherFailures.push(failure);
      }
      const bytes = this.#kept.map((each) => each.bytes);
      this.#chunks.begin();
      const { from, cases, seed, onSummary, signal } = this.#options;
      const worker = async () => {
        while (this.#next < from + cases && !signal?.aborted) {
          const index = this.#next++;
          const grown = this.#chunks.add(await this.#try(makeCase(seed, index, bytes), index));
          this.#done++;
          if (!grown) continue;
          this.#lookAtMemory(index);
          onSummary?.(this.#chunks.summary(), { megabytes: this.#mostMb });
        }
      };
      await Promise.all(Array.from({ length: AT_ONCE }, worker));
    } finally {
      await this.#server.stop();
    }
    return {
      summary: this.#chunks.summary(),
      otherFailures: this.#otherFailures,
      firstMb: this.#firstMb,
      mostMb: this.#mostMb,
      restarts: this.#restarts,
      log: this.#server.log().slice(-LOG_CHARACTERS),
    };
  }

  async #try({ kind, bytes }: FuzzCase, index: number): Promise<Finished> {
    const server = this.#server!;
    const begun = performance.now();
    const answer = await exchange(server.url, bytes, PATIENCE_MS);
    const ms = performance.now() - begun;
    const status = Number(/^HTTP\/1\.1 (\d{3})/.exec(answer.received.toString('latin1', 0, 20))?.[1] ?? 0);
    if (!server.alive) await this.#replace(server);
    const problem = problemOf(kind, bytes, answer);
    const failure = problem === undefined ? undefined : await this.#fail({ kind, bytes }, index, problem);
    return { index, kind, ms, status, failure };
  }

  /** Cases that were under way when a server ended fail with it; one that ends the next one too is to blame. */
  async #replace(ended: BenchServer): Promise<void> {
    if (this.#server !== ended) return;
    this.#restarts++;
    console.error(
      `\nthe server ended: ${ended.child.exitCode ?? ended.child.signalCode}\n${ended.log().slice(-1500)}`,
    );
    const next = await startServer();
    if (this.#server === ended) this.#server = next;
    else await next.stop();
  }

  async #fail({ kind, bytes }: FuzzCase, index: number, problem: string): Promise<Failure> {
    const known = this.#problems.has(`${kind} ${problem}`);
    this.#problems.add(`${kind} ${problem}`);
    let file: string | undefined;
    if (!known && this.#options.keep) {
      const fails = async (less: Buffer) => {
        const answer = await exchange(this.#server!.url, less, 10_000);
        return problemOf(kind, less, answer) === problem;
      };
      file = keepCase(kind, await minimise(bytes, fails));
    }
    return { index, kind, problem, file };
  }

  #lookAtMemory(index: number): void {
    const megabytes = residentMb(this.#server!.pid) ?? 0;
    if (this.#done <= WARM_UP) this.#firstMb = megabytes;
    this.#mostMb = Math.max(this.#mostMb, megabytes);
    if (megabytes <= this.#firstMb + MEMORY_JUMP_MB || this.#problems.has('memory')) return;
    this.#problems.add('memory');
    const problem = `the main process holds ${megabytes.toFixed(0)} MB after ${this.#firstMb.toFixed(0)} MB`;
    this.#otherFailures.push({ index, kind: 'memory', problem });
  }
}

function kindOf(name: string): string {
  return name.split('-')[0]!;
}
