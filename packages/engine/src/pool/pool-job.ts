import type { JobTrace, TraceSpan } from '@locutor/contract';
import type { JobOutcome } from './events.ts';

export interface JobRequest {
  readonly id: number;
  readonly kind: string;
  readonly input: unknown;
  readonly deadlineMs: number;
  /** Whose turn it uses. */
  readonly client: string;
  /** Part of work that was accepted before. */
  readonly continues: boolean;
  /** Nobody waits for it: it has time until its deadline, whatever happens meanwhile. */
  readonly patient?: boolean;
  readonly onPartial: ((partial: unknown) => void) | undefined;
  readonly trace?: JobTrace | undefined;
}

/** One accepted call of `run`: settles once, and from then on ignores what is still said about it. */
export class PoolJob {
  readonly request: JobRequest;
  readonly acceptedAt = performance.now();
  readonly settled: Promise<unknown>;
  /** queued → sent (to a process) → started (by it; from here on the job may have had effects). */
  phase: 'queued' | 'sent' | 'started' = 'queued';
  sentAt: number | undefined;
  /** Where it was died, and it went back to the queue: that happens once. */
  requeued = false;
  /** Partial results that were handed out: another run of the job begins with the same ones. */
  emitted = 0;
  /** What its process says of its steps. */
  spans: readonly TraceSpan[] = [];
  /** Number of the process that it was last sent to. */
  process: number | undefined;
  #open = true;
  #settle: { resolve: (output: unknown) => void; reject: (error: unknown) => void } | undefined;
  readonly #onSettled: (job: PoolJob, outcome: JobOutcome) => void;

  constructor(request: JobRequest, onSettled: (job: PoolJob, outcome: JobOutcome) => void) {
    this.request = request;
    this.#onSettled = onSettled;
    this.settled = new Promise((resolve, reject) => {
      this.#settle = { resolve, reject };
    });
  }

  get open(): boolean {
    return this.#open;
  }

  get expired(): boolean {
    return performance.now() - this.acceptedAt >= this.request.deadlineMs;
  }

  emit(partial: unknown): void {
    if (!this.#open) return;
    this.emitted += 1;
    this.request.onPartial?.(partial);
  }

  resolve(output: unknown): void {
    if (!this.#close('done')) return;
    this.#settle?.resolve(output);
  }

  reject(outcome: JobOutcome, error: Error): void {
    if (!this.#close(outcome)) return;
    this.#settle?.reject(error);
  }

  #close(outcome: JobOutcome): boolean {
    if (!this.#open) return false;
    this.#open = false;
    this.#onSettled(this, outcome);
    return true;
  }
}
