import { type FromEngine, JobError, type PlainError, PROTOCOL_VERSION } from '@locutor/contract';
import { backoffDelay } from './backoff.ts';
import type { EngineLink } from './engine-link.ts';
import { EngineDiedError, EngineInternalError, EngineMemoryError, JobCanceledError } from './errors.ts';
import type { KillReason, PoolEvent } from './events.ts';
import type { JobPlace } from './job-place.ts';
import { Liveness } from './liveness.ts';
import type { ResolvedOptions } from './options.ts';
import type { PoolJob } from './pool-job.ts';
import { residentMemory } from './resident-memory.ts';
import type { ProcessPhase, ProcessState } from './state.ts';

/** What a slot asks of and tells the pool it belongs to. */
export interface SlotHost {
  /** The slot can take a job. */
  onIdle(): void;
  onStartFailed(): void;
  /** The job's process died before the job started. */
  onReturned(job: PoolJob): void;
  /** Whether enough others are up for this one to be replaced. */
  mayRecycle(slot: EngineSlot): boolean;
  emit(event: PoolEvent): void;
}

/** Ends that the pool wanted and that say nothing against the process: the next one starts at once. */
const PLANNED: readonly (KillReason | undefined)[] = ['cancel-ignored', 'slow-stop', 'shutdown'];

/**
 * A place for one engine process: keeps it running, one process after the other, and holds the job that is on it.
 * Every way for a process to end comes through `#ended`, which alone decides about its job and the next start.
 */
export class EngineSlot implements JobPlace {
  readonly id: number;
  readonly #options: ResolvedOptions;
  readonly #host: SlotHost;
  #phase: ProcessPhase = 'stopped';
  #link: EngineLink | undefined;
  #job: PoolJob | undefined;
  #killed: KillReason | undefined;
  /** Runs out when a start, a cancel, a stop or a pause has lasted too long; these exclude each other. */
  #timer: NodeJS.Timeout | undefined;
  #startedAt = 0;
  #readyAt: number | undefined;
  #readyRss = 0;
  #rssBytes = 0;
  #jobsDone = 0;
  #jobsThisLife = 0;
  #restarts = 0;
  #failures = 0;
  #startFailures = 0;
  #failure: string | undefined;
  readonly #liveness: Liveness;
  #stopped: { promise: Promise<void>; resolve: () => void } | undefined;

  constructor(id: number, options: ResolvedOptions, host: SlotHost) {
    this.id = id;
    this.#options = options;
    this.#host = host;
    this.#liveness = new Liveness(options.progressMs);
  }

  get idle(): boolean {
    return this.#phase === 'idle';
  }

  get up(): boolean {
    return this.#phase === 'idle' || this.#phase === 'busy';
  }

  /** Up, and answering or making progress: it can be counted on. */
  get responsive(): boolean {
    return this.up && !this.#liveness.isDoubtful(this.#inJob);
  }

  get #inJob(): boolean {
    return this.#job?.phase === 'started';
  }

  /** Whether so many starts in a row have failed that nobody should wait for the next. */
  get hopeless(): boolean {
    return this.#startFailures >= this.#options.startAttempts;
  }

  /** Why this slot makes the pool degraded: its start failed, its processes keep dying, or its job hangs. */
  get failing(): string | undefined {
    if (this.up && !this.responsive) return 'a process does not respond';
    const proved = this.#upMs() >= this.#options.healthyAfterMs;
    return this.#startFailures > 0 || (this.#failures > 2 && !proved) ? this.#failure : undefined;
  }

  get state(): ProcessState {
    return {
      id: this.id,
      pid: this.#link?.pid,
      state: this.#phase,
      rssBytes: this.#rssBytes,
      jobsDone: this.#jobsDone,
      restarts: this.#restarts,
      failure: this.failing,
    };
  }

  start(): void {
    this.#phase = 'starting';
    this.#killed = undefined;
    this.#readyAt = undefined;
    this.#jobsThisLife = 0;
    this.#rssBytes = 0;
    this.#liveness.restart();
    this.#startedAt = performance.now();
    this.#limit(this.#options.startTimeoutMs, () => this.#kill('slow-start'));
    let link: EngineLink | undefined;
    let endedInLaunch: string | undefined;
    try {
      link = this.#options.launch(this.id, {
        onMessage: (message) => {
          if (link && this.#link === link) this.#onMessage(message);
        },
        onEnd: (end) => {
          if (!link) endedInLaunch = end;
          else if (this.#link === link) this.#ended(end);
        },
      });
      this.#link = link;
      const { registry, settings } = this.#options;
      link.send({ type: 'setup', protocol: PROTOCOL_VERSION, registry, settings });
    } catch (error) {
      this.#link?.kill();
      endedInLaunch ??= `it could not be started: ${String(error)}`;
    }
    if (endedInLaunch !== undefined) this.#ended(endedInLaunch);
  }

  /** Every process can do every job. */
  takes(): boolean {
    return true;
  }

  /** Gives an idle process a job. A job whose input cannot be sent is rejected, and the slot stays idle. */
  assign(job: PoolJob): void {
    const { id, kind, input, trace } = job.request;
    job.phase = 'sent';
    job.process = this.id;
    job.sentAt = performance.now();
    this.#phase = 'busy';
    this.#job = job;
    try {
      this.#link!.send({ type: 'run', job: id, kind, input, ...(trace && { trace: trace.traceparent }) });
    } catch (error) {
      this.#job = undefined;
      this.#phase = 'idle';
      job.reject('failed', new TypeError(`The input of the job "${kind}" cannot be sent: ${String(error)}`));
    }
  }

  holds(job: PoolJob): boolean {
    return this.#job === job;
  }

  /** Asks the process to leave its job, which the caller no longer waits for; kills it past the grace period. */
  cancel(): void {
    if (!this.#job) return;
    this.#link?.send({ type: 'cancel', job: this.#job.request.id });
    this.#limit(this.#options.cancelGraceMs, () => this.#kill('cancel-ignored'));
  }

  /** Ends the slot permanently; resolves when its process is gone. A job still on it is canceled. */
  stop(): Promise<void> {
    if (this.#stopped) return this.#stopped.promise;
    let resolve = () => {};
    const promise = new Promise<void>((done) => {
      resolve = done;
    });
    this.#stopped = { promise, resolve };
    if (this.#phase === 'idle') this.#askToStop();
    else if (this.#link) this.#kill('shutdown');
    else this.#decideRestart('it was not running', true);
    return promise;
  }

  ping(): void {
    if (!this.up) return;
    if (this.#liveness.pingIsDue(this.#inJob)) this.#link?.send({ type: 'ping' });
    else if (this.#liveness.hung) this.#kill('hung');
  }

  checkProgress(): void {
    if (this.up && this.#inJob && this.#liveness.isStuck(this.#link?.pid)) this.#kill('no-progress');
  }

  checkMemory(): void {
    if (!this.up) return;
    const pid = this.#link?.pid;
    this.#rssBytes = (pid === undefined ? undefined : residentMemory(pid)) ?? this.#rssBytes;
    const limitBytes = this.#options.memoryLimitBytes;
    if (this.#rssBytes > limitBytes && (this.#job || this.#jobsThisLife === 0)) {
      this.#emitMemory('kill', limitBytes);
      this.#kill('memory');
    } else if (!this.#job && this.#rssBytes > this.#softLimit() && this.#jobsThisLife > 0) {
      if (!this.#host.mayRecycle(this)) return;
      this.#emitMemory('recycle', this.#softLimit());
      this.#askToStop();
    }
  }

  /** At least half-way from the loaded models to the limit: a lower one would replace processes for nothing, for ever. */
  #softLimit(): number {
    const { memoryLimitBytes, memorySoftLimitBytes } = this.#options;
    return Math.max(memorySoftLimitBytes, (this.#readyRss + memoryLimitBytes) / 2);
  }

  #emitMemory(action: 'kill' | 'recycle', limitBytes: number): void {
    this.#host.emit({ type: 'memory', process: this.id, rssBytes: this.#rssBytes, limitBytes, action });
  }

  #onMessage(message: FromEngine): void {
    switch (message.type) {
      case 'ready':
        // What a dying process still says must not bring its slot back.
        if (this.#killed === undefined) this.#becomeReady(message);
        break;
      case 'unable':
        this.#failure = message.error.message;
        this.#tellUnusable(message.error);
        this.#options.logger.error({ process: this.id, error: message.error }, 'engine process cannot start');
        this.#kill('unable');
        break;
      case 'pong':
        this.#liveness.answered();
        this.#rssBytes = message.rssBytes;
        break;
      case 'loaded':
        this.#host.emit({ type: 'model-loaded', process: this.id, model: message.model, ms: message.ms });
        break;
      default:
        this.#onJobMessage(message);
    }
  }

  #becomeReady(message: Extract<FromEngine, { type: 'ready' }>): void {
    this.#limit(undefined);
    this.#readyRss = message.rssBytes;
    this.#rssBytes = message.rssBytes;
    const limit = this.#options.memoryLimitBytes;
    if (message.protocol !== PROTOCOL_VERSION || message.rssBytes > limit) {
      this.#failure =
        message.rssBytes > limit
          ? `the loaded models take ${message.rssBytes} bytes; the memory limit is ${limit}`
          : `the process speaks protocol ${message.protocol}, the pool ${PROTOCOL_VERSION}`;
      this.#kill('unable');
      return;
    }
    this.#readyAt = performance.now();
    this.#startFailures = 0;
    this.#phase = 'idle';
    const startMs = this.#readyAt - this.#startedAt;
    this.#host.emit({
      type: 'ready',
      process: this.id,
      pid: this.#link?.pid,
      startMs,
      rssBytes: message.rssBytes,
    });
    this.#host.onIdle();
  }

  #onJobMessage(message: Extract<FromEngine, { job: number }>): void {
    const job = this.#job;
    if (job?.request.id !== message.job) return;
    const { kind, id } = job.request;
    switch (message.type) {
      case 'started':
        job.phase = 'started';
        this.#liveness.progressed();
        return;
      case 'progress':
        this.#liveness.progressed();
        return;
      case 'partial':
        this.#liveness.progressed();
        job.emit(message.partial);
        return;
      case 'done':
        job.spans = message.spans ?? [];
        job.resolve(message.output);
        break;
      case 'failed':
        job.spans = message.spans ?? [];
        job.reject('failed', this.#jobError(kind, id, message.error));
        break;
      case 'canceled':
        job.reject('canceled', new JobCanceledError(kind, 'caller'));
        break;
    }
    this.#limit(undefined);
    this.#job = undefined;
    this.#jobsDone += 1;
    this.#jobsThisLife += 1;
    // Its answer crossed the kill: the next job would die with the process.
    if (this.#killed !== undefined) return;
    this.#phase = 'idle';
    // Under load a process is never idle when the timer looks: this is when it can be replaced.
    this.checkMemory();
    if (this.idle) this.#host.onIdle();
  }

  #jobError(kind: string, id: number, error: PlainError): Error {
    if (error.expected) return new JobError(error.code, error.message, { data: error.data });
    this.#tellUnusable(error);
    this.#options.logger.error({ process: this.id, job: id, kind, error }, 'engine job failed');
    return new EngineInternalError(kind, id);
  }

  #tellUnusable(error: PlainError): void {
    if (error.expected || error.modelFile === undefined) return;
    this.#host.emit({ type: 'model-unusable', process: this.id, file: error.modelFile });
  }

  #askToStop(): void {
    this.#phase = 'stopping';
    this.#link?.send({ type: 'stop' });
    this.#limit(this.#options.stopGraceMs, () => this.#kill('slow-stop'));
  }

  #kill(reason: KillReason): void {
    this.#killed ??= reason;
    this.#phase = 'stopping';
    this.#limit(undefined);
    this.#options.logger.warn(
      { process: this.id, reason, job: this.#job?.request.id },
      'engine process killed',
    );
    this.#host.emit({ type: 'kill', process: this.id, reason });
    this.#link?.kill();
  }

  #ended(end: string): void {
    const asked = this.#phase === 'stopping' && this.#killed === undefined;
    // Without a job only a process that never had one is killed for its memory: here the job ended after the kill.
    const memoryOfJob = this.#killed === 'memory' && (this.#job !== undefined || this.#jobsThisLife > 0);
    const planned = asked || memoryOfJob || PLANNED.includes(this.#killed);
    this.#link = undefined;
    this.#host.emit({ type: 'exit', process: this.id, end, planned });
    const job = this.#job;
    this.#job = undefined;
    if (job) this.#failJob(job, end);
    this.#decideRestart(end, planned);
  }

  #failJob(job: PoolJob, end: string): void {
    const { kind } = job.request;
    if (this.#killed === 'memory') {
      job.reject('memory', new EngineMemoryError(kind, this.#rssBytes, this.#options.memoryLimitBytes));
    } else if (this.#stopped) {
      job.reject('canceled', new JobCanceledError(kind, 'shutdown'));
    } else if (job.open && job.phase === 'sent' && !job.requeued) {
      this.#host.onReturned(job);
    } else {
      job.reject('died', new EngineDiedError(kind, this.#killed ? `${this.#killed}, ${end}` : end));
    }
  }

  #decideRestart(end: string, planned: boolean): void {
    this.#limit(undefined);
    this.#rssBytes = 0;
    if (this.#stopped) {
      this.#phase = 'stopped';
      this.#stopped.resolve();
      return;
    }
    this.#restarts += 1;
    if (planned) {
      this.#host.emit({ type: 'restart', process: this.id, delayMs: 0 });
      this.start();
      return;
    }
    if (this.#upMs() >= this.#options.healthyAfterMs) this.#failures = 0;
    this.#failures += 1;
    const wasReady = this.#readyAt !== undefined;
    this.#readyAt = undefined;
    if (!wasReady) this.#startFailures += 1;
    if (this.#killed !== 'unable') this.#failure = this.#killed ? `${this.#killed}, ${end}` : end;
    this.#phase = 'waiting';
    const delayMs = backoffDelay(this.#failures, this.#options.backoff, Math.random);
    this.#options.logger.warn(
      { process: this.id, end, reason: this.#failure, delayMs },
      'engine process ended',
    );
    this.#host.emit({ type: 'restart', process: this.id, delayMs });
    this.#limit(delayMs, () => this.start());
    if (wasReady) return;
    this.#host.emit({ type: 'start-failed', process: this.id, reason: this.#failure ?? end });
    this.#host.onStartFailed();
  }

  #upMs(): number {
    return this.#readyAt === undefined ? 0 : performance.now() - this.#readyAt;
  }

  #limit(ms: number | undefined, whenOver?: () => void): void {
    clearTimeout(this.#timer);
    this.#timer = ms === undefined ? undefined : setTimeout(whenOver!, ms);
  }
}
