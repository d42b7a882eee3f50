import { AsyncResource } from 'node:async_hooks';
import type { JobRunner, JobTypes, RunOptions, TraceJob } from '@locutor/contract';
import {
  DeadlineExceededError,
  type EngineUnavailableError,
  JobCanceledError,
  PoolClosedError,
  QueueFullError,
} from './errors.ts';
import type { JobOutcome, PoolEvent } from './events.ts';
import type { JobPlace } from './job-place.ts';
import { JobQueue } from './job-queue.ts';
import type { PoolLogger } from './logger.ts';
import { PoolJob } from './pool-job.ts';
import { RecentDurations } from './recent-durations.ts';
import type { PoolState, PoolStatus } from './state.ts';

/** Longest delay a timer takes. */
const LONGEST_TIMER_MS = 2 ** 31 - 1;

/** Resolves behind everything that an answer of a job sets off without waiting for something else. */
function afterAnswers(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}

export interface JobPoolOptions {
  readonly maxQueue: number;
  readonly defaultDeadlineMs: number;
  readonly logger: PoolLogger;
  readonly onEvent: (event: PoolEvent) => void;
  readonly traceJob: TraceJob;
}

/**
 * A bounded queue in front of the places where jobs are done, wherever those are. A cancel or a deadline settles the
 * caller's promise at once; the place is free again when it notices.
 */
export abstract class JobPool<Jobs extends JobTypes> implements JobRunner<Jobs> {
  protected readonly queue: JobQueue;
  protected lifecycle: 'new' | 'open' | 'draining' | 'stopping' | 'stopped' = 'new';
  readonly #options: JobPoolOptions;
  readonly #open = new Set<PoolJob>();
  readonly #durations = new RecentDurations();
  #nextJob = 1;
  #drained: Promise<void> | undefined;
  /** Called when something changed that `start` or `drain` may be waiting for. */
  #onChange: (() => void)[] = [];

  constructor(options: JobPoolOptions) {
    this.#options = options;
    this.queue = new JobQueue(options.maxQueue);
  }

  abstract state(): PoolState;

  /** Best first. */
  protected abstract places(): readonly JobPlace[];

  /** How many jobs could run at the same time now. */
  protected abstract width(): number;

  /** Why no job could be done, now or soon; `continues` of one that belongs to accepted work. */
  protected abstract unavailable(
    continues?: RunOptions<never>['continues'],
  ): EngineUnavailableError | undefined;

  /** Ends what the places hold; resolves when they are gone. */
  protected abstract stopPlaces(): Promise<void>;

  /**
   * Whether a new job would be queued or started, and not refused because too many wait. In a full queue there is still
   * room for a client that has less waiting than others.
   */
  hasRoom(client?: string): boolean {
    if (!this.queue.full || (this.queue.length === 0 && this.places().some((place) => place.idle)))
      return true;
    return client !== undefined && this.queue.displacedBy(client) !== undefined;
  }

  /** Runs one job. Rejects with a `JobError` if that is the job's answer, or with one of the pool's errors. */
  run<Kind extends keyof Jobs & string>(
    kind: Kind,
    input: Jobs[Kind]['input'],
    options: RunOptions<Jobs[Kind]['partial']> = {},
  ): Promise<Jobs[Kind]['output']> {
    const {
      signal,
      deadlineMs = this.#options.defaultDeadlineMs,
      onPartial,
      continues,
      client = '',
    } = options;
    const refusal = this.#refusal(kind, signal, client, continues);
    if (refusal) return Promise.reject(refusal);
    const request = {
      id: this.#nextJob++,
      kind,
      input,
      deadlineMs,
      client,
      continues: continues !== undefined,
      patient: continues === 'behind',
      onPartial: this.#guarded(onPartial),
      trace: options.trace ?? this.#options.traceJob(kind),
    };
    const onAbort = () =>
      this.#abandon(job, 'canceled', new JobCanceledError(kind, 'caller', signal?.reason));
    const deadline = setTimeout(() => this.#expire(job), Math.min(deadlineMs, LONGEST_TIMER_MS));
    const job = new PoolJob(request, (settled, outcome) => {
      clearTimeout(deadline);
      signal?.removeEventListener('abort', onAbort);
      this.#onSettled(settled, outcome);
    });
    signal?.addEventListener('abort', onAbort, { once: true });
    if (!continues && !this.hasRoom()) this.#makeRoom(client);
    this.#open.add(job);
    if (continues === 'ahead') this.queue.pushAhead(job);
    else if (continues === 'behind') this.queue.pushBehind(job);
    else this.queue.push(job);
    this.dispatch();
    return job.settled;
  }

  /**
   * Refuses new jobs, finishes the accepted ones and those that continue them, then ends the places. Past the
   * timeout what remains is canceled. Resolves when every place is gone.
   */
  drain(options: { timeoutMs: number }): Promise<void> {
    this.#drained ??= this.#drain(options.timeoutMs);
    return this.#drained;
  }

  async #drain(timeoutMs: number): Promise<void> {
    this.lifecycle = 'draining';
    this.changed();
    let timeUp = false;
    const timer = setTimeout(() => {
      timeUp = true;
      this.changed();
    }, timeoutMs);
    do {
      await this.until(() => this.#open.size === 0 || timeUp);
      // Whoever got the last answer may continue with another job.
      await afterAnswers();
    } while (this.#open.size > 0 && !timeUp);
    clearTimeout(timer);
    this.lifecycle = 'stopping';
    for (const job of this.queue.takeAll()) {
      job.reject('canceled', new JobCanceledError(job.request.kind, 'shutdown'));
    }
    await this.stopPlaces();
    this.lifecycle = 'stopped';
    this.changed();
  }

  protected get running(): number {
    return this.#open.size - this.queue.length;
  }

  #refusal(
    kind: string,
    signal: AbortSignal | undefined,
    client: string,
    continues: RunOptions<never>['continues'],
  ): Error | undefined {
    if (this.lifecycle === 'new') return new PoolClosedError('not started');
    if (this.lifecycle !== 'open' && !(continues && this.lifecycle === 'draining')) {
      return new PoolClosedError(this.lifecycle);
    }
    if (signal?.aborted) return new JobCanceledError(kind, 'caller', signal.reason);
    const unavailable = this.unavailable(continues);
    if (unavailable) return unavailable;
    if (continues || this.hasRoom(client)) return undefined;
    return this.#queueFull();
  }

  #makeRoom(client: string): void {
    const job = this.queue.displacedBy(client);
    if (job) this.#abandon(job, 'displaced', this.#queueFull());
  }

  #queueFull(): QueueFullError {
    const queued = this.queue.length;
    const retryAfterSeconds = this.#durations.secondsFor(queued, this.width());
    this.emit({ type: 'queue-full', queued, retryAfterSeconds });
    return new QueueFullError(queued, retryAfterSeconds);
  }

  /** Gives waiting jobs to places, until none of the idle ones takes any. */
  protected dispatch(): void {
    while (this.queue.length > 0 && this.#dispatchOne());
  }

  #dispatchOne(): boolean {
    for (const place of this.places()) {
      if (!place.idle) continue;
      const job = this.queue.take((each) => place.takes(each));
      if (!job) continue;
      if (job.expired) this.#expire(job);
      else place.assign(job);
      return true;
    }
    return false;
  }

  #expire(job: PoolJob): void {
    const { kind, deadlineMs } = job.request;
    this.#abandon(job, 'deadline', new DeadlineExceededError(kind, deadlineMs, job.phase === 'queued'));
  }

  /** Settles a job that may still wait or run, and frees what it holds. */
  #abandon(job: PoolJob, outcome: JobOutcome, error: Error): void {
    this.queue.remove(job);
    job.reject(outcome, error);
    this.places()
      .find((place) => place.holds(job))
      ?.cancel(job);
  }

  /** Puts a job that left the queue back in front. */
  protected takeBack(job: PoolJob): void {
    job.phase = 'queued';
    this.queue.giveBack(job);
    this.dispatch();
  }

  #onSettled(job: PoolJob, outcome: JobOutcome): void {
    this.#open.delete(job);
    const now = performance.now();
    const ranMs = job.sentAt === undefined ? 0 : now - job.sentAt;
    this.queue.end(job, ranMs);
    if (outcome === 'done') this.#durations.add(ranMs);
    const queuedMs = (job.sentAt ?? now) - job.acceptedAt;
    this.emit({ type: 'job', kind: job.request.kind, outcome, queuedMs, ranMs });
    this.#endTrace(job, outcome, now);
    this.changed();
  }

  #endTrace(
    { request, acceptedAt, sentAt, spans, process, requeued }: PoolJob,
    outcome: string,
    now: number,
  ): void {
    try {
      request.trace?.end({
        outcome,
        acceptedMsAgo: now - acceptedAt,
        sentMsAgo: sentAt === undefined ? undefined : now - sentAt,
        spans,
        attributes: {
          ...(process !== undefined && { 'locutor.engine.process': process }),
          ...(requeued && { 'locutor.job.requeued': true }),
        },
      });
    } catch (error) {
      this.#options.logger.error({ error }, 'the trace of a job failed');
    }
  }

  #guarded(onPartial: ((partial: never) => void) | undefined): ((partial: unknown) => void) | undefined {
    if (!onPartial) return undefined;
    // Jobs that it begins belong to the trace of this one, and not to the message of a process that brings a result.
    const listener = AsyncResource.bind((partial: unknown) => onPartial(partial as never));
    return (partial) => {
      try {
        listener(partial);
      } catch (error) {
        this.#options.logger.error({ error }, 'a listener for partial results failed');
      }
    };
  }

  protected statusOf(up: boolean, failing: boolean): PoolStatus {
    if (this.lifecycle === 'new') return 'starting';
    if (this.lifecycle === 'stopping') return 'draining';
    if (this.lifecycle !== 'open') return this.lifecycle;
    if (failing) return 'degraded';
    return up ? 'ready' : 'starting';
  }

  protected emit(event: PoolEvent): void {
    try {
      this.#options.onEvent(event);
    } catch (error) {
      this.#options.logger.error({ error, event: event.type }, 'a listener for pool events failed');
    }
    if (event.type === 'ready') this.changed();
  }

  protected changed(): void {
    for (const check of [...this.#onChange]) check();
  }

  protected until(condition: () => boolean): Promise<void> {
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
