/** A process that computes less than this share of a look is not waiting for a core: it is stopped or stuck. */
const WAITING_SHARE = 0.02;
/** Looks within the longest time without progress. */
const LOOKS = 20;
/** Share of the longest time after which a process no longer counts as ready. */
const STALLED_SHARE = 0.5;

/**
 * How long a job has gone without progress.
 *
 * Time in which the process waits for a core does not count. The longest step without a checkpoint is the encoder of
 * whisper-small over half a minute of speech: 6 s of one idle core. On an overloaded machine that takes minutes, and
 * replacing the process would only add load. So each look adds what the process has computed since the last one, or
 * all of the time if it has computed next to nothing. Looks and not clock time are counted: after a long stop of the
 * event loop that looks, reports of progress exist but have not been read.
 */
export class ProgressWatch {
  readonly #limitMs: number;
  readonly #processorTime: (pid: number) => number | undefined;
  #withoutMs = 0;
  #computedMs: number | undefined;

  constructor(limitMs: number, processorTime: (pid: number) => number | undefined) {
    this.#limitMs = limitMs;
    this.#processorTime = processorTime;
  }

  /** How often `look` is to be called. */
  static lookMs(limitMs: number): number {
    return limitMs / LOOKS;
  }

  /** The job has begun or reached a checkpoint. */
  progressed(): void {
    this.#withoutMs = 0;
    this.#computedMs = undefined;
  }

  look(pid: number | undefined): void {
    const lookMs = ProgressWatch.lookMs(this.#limitMs);
    const before = this.#computedMs;
    this.#computedMs = pid === undefined ? undefined : this.#processorTime(pid);
    const computed = this.#computedMs === undefined ? lookMs : this.#computedMs - (before ?? 0);
    // Of the first look after progress it is not known how much was computed since.
    const waits = before !== undefined && computed >= WAITING_SHARE * lookMs;
    this.#withoutMs += waits ? Math.min(lookMs, computed) : lookMs;
  }

  /** No progress for so long that the process should not be counted on. */
  get stalled(): boolean {
    return this.#withoutMs >= STALLED_SHARE * this.#limitMs;
  }

  /** No progress for the longest time allowed. */
  get over(): boolean {
    return this.#withoutMs >= this.#limitMs;
  }
}
