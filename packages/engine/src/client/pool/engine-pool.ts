import type { JobTypes } from '../../contract/define-job.ts';
import type { JobRunner, RunOptions } from '../../contract/job-runner.ts';
import { EngineSlot } from './engine-slot.ts';
import {
  DeadlineExceededError,
  EngineUnavailableError,
  JobCanceledError,
  PoolClosedError,
  QueueFullError,
} from './errors.ts';
import type { JobOutcome, PoolEvent } from './events.ts';
import { JobQueue } from './job-queue.ts';
import { type EnginePoolOptions, type ResolvedOptions, resolveOptions } from './options.ts';
import { PoolJob } from './pool-job.ts';
import { ProgressWatch } from './progress-watch.ts';
import { RecentDurations } from './recent-durations.ts';
import type { PoolState, PoolStatus } from './state.ts';

/** Longest delay a timer takes. */
const LONGEST_TIMER_MS = 2 ** 31 - 1;

/** Resolves behind everything that an answer of a job sets off without waiting for something else. */
function afterAnswers(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}

/**
 * Runs jobs on supervised engine processes behind a bounded queue.
 *
 * A job runs at most once: it is sent again only if its process died before saying that it started. A cancel or a
 * deadline settles the caller's promise at once; the process is free again when it notices, or is replaced.
 */
export class EnginePool<Jobs extends JobTypes> implements JobRunner<Jobs> {
  readonly #options: ResolvedOptions;
  readonly #slots: EngineSlot[];
  readonly #queue: JobQueue;
  readonly #open = new Set<PoolJob>();
  readonly #durations = new RecentDurations();
  #lifecycle: 'new' | 'open' | 'draining' | 'stopping' | 'stopped' = 'new';
  #nextJob = 1;
  #timers: NodeJS.Timeout[] = [];
  #drained: Promise<void> | undefined;
  /** Called when something changed that `start` or `drain` may be waiting for. */
  #onChange: (() => void)[] = [];

  constructor(options: EnginePoolOptions) {
    this.#options = resolveOptions(options);
    this.#queue = new JobQueue(this.#options.maxQueue);
    const host = {
      onIdle: () => this.#dispatch(),
      onStartFailed: () => this.#refuseIfHopeless(),
      onReturned: (job: PoolJob) => this.#takeBack(job),
      mayRecycle: (slot: EngineSlot) => this.#slots.every((other) => other === slot || other.responsive),
      emit: (event: PoolEvent) => this.#emit(event),
    };
    this.#slots = Array.from(
      { length: this.#options.processes },
      (_, index) => new EngineSlot(index + 1, this.#options, host),
    );
  }

  /**
   * Starts the processes; jobs may be run at once and wait. Resolves when at least one process is ready and none is
   * still on its first attempts, rejects with EngineUnavailableError when all fail. The pool goes on trying then:
   * call `drain` to give up.
   */
  async start(): Promise<void> {
    if (this.#lifecycle !== 'new') throw new PoolClosedError('already started');
    this.#lifecycle = 'open';
    const { memoryCheckMs, pingMs, progressMs } = this.#options;
    this.#timers = [
      setInterval(() => this.#each((slot) => slot.checkMemory()), memoryCheckMs),
      setInterval(() => this.#each((slot) => slot.ping()), pingMs),
      setInterval(() => this.#each((slot) => slot.checkProgress()), ProgressWatch.lookMs(progressMs)),
    ];
    for (const timer of this.#timers) timer.unref();
    this.#each((slot) => slot.start());
    await this.#until(
      () => this.#slots.every((slot) => slot.up || slot.hopeless) || this.#lifecycle !== 'open',
    );
    if (!this.#slots.some((slot) => slot.up)) throw this.#unavailable();
  }

  /** Whether a new job would be queued or started, and not refused because too many wait. */
  hasRoom(): boolean {
    return !this.#queue.full || (this.#queue.length === 0 && this.#slots.some((slot) => slot.idle));
  }

  /** Runs one job. Rejects with a `JobError` if that is the job's answer, or with one of the pool's errors. */
  run<Kind extends keyof Jobs & string>(
    kind: Kind,
    input: Jobs[Kind]['input'],
    options: RunOptions<Jobs[Kind]['partial']> = {},
  ): Promise<Jobs[Kind]['output']> {
    const { signal, deadlineMs = this.#options.defaultDeadlineMs, onPartial, continues } = options;
    const refusal = this.#refusal(kind, signal, continues !== undefined);
    if (refusal) return Promise.reject(refusal);
    const request = { id: this.#nextJob++, kind, input, deadlineMs, onPartial: this.#guarded(onPartial) };
    const onAbort = () =>
      this.#abandon(job, 'canceled', new JobCanceledError(kind, 'caller', signal?.reason));
    const deadline = setTimeout(() => this.#expire(job), Math.min(deadlineMs, LONGEST_TIMER_MS));
    const job = new PoolJob(request, (settled, outcome) => {
      clearTimeout(deadline);
      signal?.removeEventListener('abort', onAbort);
      this.#onSettled(settled, outcome);
    });
    signal?.addEventListener('abort', onAbort, { once: true });
    this.#open.add(job);
    if (continues === 'ahead') this.#queue.pushAhead(job);
    else this.#queue.push(job);
    this.#dispatch();
    return job.settled;
  }

  state(): PoolState {
    const reasons = this.#slots.flatMap((slot) => slot.failing ?? []);
    return {
      status: this.#status(reasons.length > 0),
      reason: reasons[0],
      processes: this.#slots.map((slot) => slot.state),
      up: this.#slots.filter((slot) => slot.responsive).length,
      queued: this.#queue.length,
      running: this.#open.size - this.#queue.length,
    };
  }

  /**
   * Refuses new jobs, finishes the accepted ones and those that continue them, then ends the processes. Past the
   * timeout what remains is canceled. Resolves when every process is gone.
   */
  drain(options: { timeoutMs: number }): Promise<void> {
    this.#drained ??= this.#drain(options.timeoutMs);
    return this.#drained;
  }

  async #drain(timeoutMs: number): Promise<void> {
    this.#lifecycle = 'draining';
    this.#changed();
    let timeUp = false;
    const timer = setTimeout(() => {
      timeUp = true;
      this.#changed();
    }, timeoutMs);
    do {
      await this.#until(() => this.#open.size === 0 || timeUp);
      // Whoever got the last answer may continue with another job.
      await afterAnswers();
    } while (this.#open.size > 0 && !timeUp);
    clearTimeout(timer);
    this.#lifecycle = 'stopping';
    for (const job of this.#queue.takeAll()) {
      job.reject('canceled', new JobCanceledError(job.request.kind, 'shutdown'));
    }
    await Promise.all(this.#slots.map((slot) => slot.stop()));
    for (const interval of this.#timers) clearInterval(interval);
    this.#lifecycle = 'stopped';
    this.#changed();
  }

  #refusal(kind: string, signal: AbortSignal | undefined, continues: boolean): Error | undefined {
    if (this.#lifecycle === 'new') return new PoolClosedError('not started');
    if (this.#lifecycle !== 'open' && !(continues && this.#lifecycle === 'draining')) {
      return new PoolClosedError(this.#lifecycle);
    }
    if (signal?.aborted) return new JobCanceledError(kind, 'caller', signal.reason);
    if (this.#slots.every((slot) => slot.hopeless)) return this.#unavailable();
    if (continues || this.hasRoom()) return undefined;
    const queued = this.#queue.length;
    const up = this.#slots.filter((slot) => slot.up).length;
    const retryAfterSeconds = this.#durations.secondsFor(queued, up);
    this.#emit({ type: 'queue-full', queued, retryAfterSeconds });
    return new QueueFullError(queued, retryAfterSeconds);
  }

  #dispatch(): void {
    for (const slot of this.#slots) {
      while (slot.idle) {
        const job = this.#queue.take();
        if (!job) return;
        if (job.expired) this.#expire(job);
        else slot.assign(job);
      }
    }
  }

  #expire(job: PoolJob): void {
    const { kind, deadlineMs } = job.request;
    this.#abandon(job, 'deadline', new DeadlineExceededError(kind, deadlineMs, job.phase === 'queued'));
  }

  /** Settles a job that may still wait or run, and frees what it holds. */
  #abandon(job: PoolJob, outcome: JobOutcome, error: Error): void {
    this.#queue.remove(job);
    job.reject(outcome, error);
    this.#slots.find((slot) => slot.holds(job))?.cancelJob();
  }

  #takeBack(job: PoolJob): void {
    job.phase = 'queued';
    job.requeued = true;
    this.#queue.giveBack(job);
    this.#dispatch();
  }

  #refuseIfHopeless(): void {
    this.#changed();
    if (!this.#slots.every((slot) => slot.hopeless)) return;
    const error = this.#unavailable();
    for (const job of this.#queue.takeAll()) job.reject('unavailable', error);
  }

  #unavailable(): EngineUnavailableError {
    return new EngineUnavailableError(this.state().reason ?? 'the pool was stopped');
  }

  #onSettled(job: PoolJob, outcome: JobOutcome): void {
    this.#open.delete(job);
    const now = performance.now();
    const ranMs = job.sentAt === undefined ? 0 : now - job.sentAt;
    if (outcome === 'done') this.#durations.add(ranMs);
    const queuedMs = (job.sentAt ?? now) - job.acceptedAt;
    this.#emit({ type: 'job', kind: job.request.kind, outcome, queuedMs, ranMs });
    this.#changed();
  }

  #guarded(onPartial: ((partial: never) => void) | undefined): ((partial: unknown) => void) | undefined {
    if (!onPartial) return undefined;
    return (partial) => {
      try {
        onPartial(partial as never);
      } catch (error) {
        this.#options.logger.error({ error }, 'a listener for partial results failed');
      }
    };
  }

  #status(failing: boolean): PoolStatus {
    if (this.#lifecycle === 'new') return 'starting';
    if (this.#lifecycle === 'stopping') return 'draining';
    if (this.#lifecycle !== 'open') return this.#lifecycle;
    if (failing) return 'degraded';
    return this.#slots.some((slot) => slot.up) ? 'ready' : 'starting';
  }

  #each(action: (slot: EngineSlot) => void): void {
    for (const slot of this.#slots) action(slot);
  }

  #emit(event: PoolEvent): void {
    try {
      this.#options.onEvent(event);
    } catch (error) {
      this.#options.logger.error({ error, event: event.type }, 'a listener for pool events failed');
    }
    if (event.type === 'ready') this.#changed();
  }

  #changed(): void {
    for (const check of [...this.#onChange]) check();
  }

  #until(condition: () => boolean): Promise<void> {
    return new Promise((resolve) => {
      const check = () => {
        if (!condition()) return;
        this.#onChange = this.#onChange.filter((other) => other !== check);
        resolve();
      };
      this.#onChange.push(check);
      check();
    });
  }
}
