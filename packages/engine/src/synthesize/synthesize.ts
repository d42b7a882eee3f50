import type {
  JobRunner,
  SpokenPart,
  SynthesisJobs,
  SynthesizeInput,
  SynthesizeOutput,
} from '@locutor/contract';

export interface SynthesisOptions {
  /** Aborting it ends the synthesis. */
  readonly signal?: AbortSignal;
  /** Milliseconds from acceptance, waiting included. Default: the pool's. */
  readonly deadlineMs?: number;
  /** Whose turn it uses. */
  readonly client?: string;
}

/** Speech that is being made: encoded audio as it comes, and what is known of it at its end. */
export interface Synthesis extends AsyncIterable<Uint8Array> {
  /** Rejects as the iteration does; need not be awaited. */
  readonly output: Promise<SynthesizeOutput>;
}

/**
 * Has text spoken on a process of a pool. The audio can be iterated once, while it is made; whoever stops early ends the
 * work. Fails where nothing could be begun (QueueFullError, EngineUnavailableError, ...), where the text cannot be spoken
 * (JobError: SSML_INVALID, VOICE_UNKNOWN, SPEECH_TOO_LONG) and when the signal is aborted (JobCanceledError).
 *
 * @example
 * const speech = synthesize(pool, input, { signal });
 * for await (const bytes of speech) response.write(bytes);
 * console.log((await speech.output).audioMs);
 */
export function synthesize(
  pool: JobRunner<SynthesisJobs>,
  input: SynthesizeInput,
  options: SynthesisOptions = {},
): Synthesis {
  const stop = new AbortController();
  const parts = new PartQueue();
  const { signal, ...turn } = options;
  const output = pool.run('synthesize', input, {
    ...turn,
    signal: signal ? AbortSignal.any([signal, stop.signal]) : stop.signal,
    onPartial: (part) => parts.push(part),
  });
  output.then(
    () => parts.end(),
    (error) => parts.end(error),
  );
  return {
    output,
    async *[Symbol.asyncIterator]() {
      try {
        yield* parts.taken();
      } finally {
        stop.abort();
      }
    },
  };
}

/** Parts that came and were not taken yet. */
class PartQueue {
  readonly #waiting: Uint8Array[] = [];
  #ended: { error?: unknown } | undefined;
  #wake: () => void = () => {};

  push({ audio }: SpokenPart): void {
    this.#waiting.push(audio);
    this.#wake();
  }

  end(error?: unknown): void {
    this.#ended = error === undefined ? {} : { error };
    this.#wake();
  }

  async *taken(): AsyncGenerator<Uint8Array> {
    for (;;) {
      const part = this.#waiting.shift();
      if (part) yield part;
      else if (this.#ended?.error !== undefined) throw this.#ended.error;
      else if (this.#ended) return;
      else
        await new Promise<void>((resolve) => {
          this.#wake = resolve;
        });
    }
  }
}
