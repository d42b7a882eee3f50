import { encodePlain, type JobTypes, type RunOptions } from '@locutor/contract';
import {
  EngineDiedError,
  EngineUnavailableError,
  JobCanceledError,
  PoolClosedError,
} from '../../pool/errors.ts';
import { JobPool, type JobPoolOptions } from '../../pool/job-pool.ts';
import { silentLogger } from '../../pool/logger.ts';
import type { PoolJob } from '../../pool/pool-job.ts';
import type { PoolState, ProcessState } from '../../pool/state.ts';
import { Bus } from '../bus.ts';
import type { BusOptions } from '../bus-options.ts';
import { BusSide } from '../bus-side.ts';
import type { Advert, FetchModel } from '../shapes.ts';
import { FETCHES } from '../subjects.ts';
import { Fleet } from './fleet.ts';
import type { RemoteWorker } from './remote-worker.ts';

export interface BusPoolOptions extends Partial<JobPoolOptions> {
  readonly bus: BusOptions;
}

/** What a node knows of the bus, for health and metrics. */
export interface FleetState {
  readonly connected: boolean;
  /** Why not. */
  readonly reason: string | undefined;
  readonly workers: readonly Advert[];
  /** Workers that speak another protocol. */
  readonly incompatible: number;
  /** Jobs that were tried once more because their worker died, since the start. */
  readonly retried: number;
}

const SWEEP_MS = 1000;
/** A start waits this long for the first worker. */
const FIRST_WORKER_MS = 5000;
/**
 * Accepted work waits this long for a worker: those restart, and the bus may be back soon. Counted for all jobs together, since a
 * request is many of them.
 */
const PATIENCE_MS = 20_000;

/**
 * Runs jobs on the workers of a bus. A worker gets a job only after it has confirmed that it has room, so that jobs wait
 * here, where they can be refused, canceled and given to whoever is free first.
 */
export class BusPool<Jobs extends JobTypes> extends JobPool<Jobs> {
  readonly #bus: Bus;
  readonly #side: BusSide;
  readonly #fleet: Fleet;
  readonly #logger: JobPoolOptions['logger'];
  /** Since when no worker had what a waiting job needs. */
  readonly #unplaced = new WeakMap<PoolJob, number>();
  #timer: NodeJS.Timeout | undefined;
  #retried = 0;
  /** Since when there is nobody to take any job. */
  #aloneSince: number | undefined;

  constructor({ bus, ...options }: BusPoolOptions) {
    const logger = options.logger ?? silentLogger;
    super({
      maxQueue: 32,
      defaultDeadlineMs: 120_000,
      onEvent: () => {},
      traceJob: () => undefined,
      ...options,
      logger,
    });
    this.#logger = logger;
    this.#bus = new Bus(bus, logger);
    this.#side = new BusSide(this.#bus);
    const host = {
      bus: this.#bus,
      side: this.#side,
      onRefused: (job: PoolJob) => this.#giveBack(job),
      onReturned: (job: PoolJob) => this.#giveBack(job),
      onDied: (job: PoolJob, reason: string) => this.#tryAgain(job, reason),
    };
    this.#fleet = new Fleet(this.#bus, host, () => {
      this.#look();
      this.changed();
      this.dispatch();
    });
  }

  /**
   * Connects. Resolves with the first worker, rejects with EngineUnavailableError when none shows up; the pool goes on
   * waiting for one then: call `drain` to give up.
   */
  async start(): Promise<void> {
    if (this.lifecycle !== 'new') throw new PoolClosedError('already started');
    this.lifecycle = 'open';
    this.#side.start();
    this.#bus.start();
    this.#look();
    this.#timer = setInterval(() => this.#sweep(), SWEEP_MS);
    let timeUp = false;
    const timer = setTimeout(() => {
      timeUp = true;
      this.changed();
    }, FIRST_WORKER_MS);
    await this.until(() => this.width() > 0 || timeUp || this.lifecycle !== 'open');
    clearTimeout(timer);
    if (this.width() === 0) throw this.#nobody();
  }

  override state(): PoolState {
    const workers = this.#fleet.workers;
    const processes = workers.flatMap(({ advert }) => processStates(advert));
    const missing = this.unavailable();
    return {
      status: this.statusOf(this.width() > 0, missing !== undefined),
      reason: missing?.message,
      processes: processes.map((state, index) => ({ ...state, id: index + 1 })),
      up: this.width(),
      queued: this.queue.length,
      running: this.running,
    };
  }

  fleet(): FleetState {
    const { connected, reason } = this.#bus.state;
    return {
      connected,
      reason,
      workers: this.#fleet.workers.map(({ advert }) => advert),
      incompatible: this.#fleet.strangers,
      retried: this.#retried,
    };
  }

  /** Whether some worker has all of these models. */
  has(models: readonly string[]): boolean {
    return this.#fleet.has(models);
  }

  /** Asks the workers to install a model; their adverts tell how it goes. */
  fetch(request: FetchModel): void {
    this.#bus.publish(FETCHES, encodePlain(request));
  }

  /** Resolves once the condition holds; it is looked at whenever a worker says something. */
  when(condition: () => boolean): Promise<void> {
    return this.until(condition);
  }

  protected override places(): readonly RemoteWorker[] {
    return this.#fleet.workers;
  }

  protected override width(): number {
    return this.#fleet.workers.reduce((sum, { advert }) => sum + (advert.leaving ? 0 : advert.up), 0);
  }

  protected override unavailable(
    continues?: RunOptions<never>['continues'],
  ): EngineUnavailableError | undefined {
    const waits = continues === 'behind' || (continues !== undefined && !this.#impatient);
    return this.width() > 0 || waits ? undefined : this.#nobody();
  }

  get #impatient(): boolean {
    return this.#aloneSince !== undefined && performance.now() - this.#aloneSince > PATIENCE_MS;
  }

  #look(): void {
    if (this.#bus.state.connected && this.width() > 0) this.#aloneSince = undefined;
    else this.#aloneSince ??= performance.now();
  }

  protected override async stopPlaces(): Promise<void> {
    clearInterval(this.#timer);
    for (const worker of this.#fleet.workers) {
      for (const job of worker.abandon()) {
        job.reject('canceled', new JobCanceledError(job.request.kind, 'shutdown'));
      }
    }
    this.#side.stop();
    await this.#bus.close();
  }

  #giveBack(job: PoolJob): void {
    if (job.open) this.takeBack(job);
  }

  #tryAgain(job: PoolJob, reason: string): void {
    if (!job.open) return;
    const { id, kind } = job.request;
    // It is the bus that was lost, twice, and nothing speaks against the job.
    if (job.requeued && !this.#bus.state.connected) {
      job.reject('unavailable', this.#nobody());
      return;
    }
    if (job.requeued || this.lifecycle === 'stopping') {
      job.reject('died', new EngineDiedError(kind, reason));
      return;
    }
    job.requeued = true;
    this.#retried += 1;
    this.#logger.warn({ job: id, kind, reason }, 'a worker was lost with a job, which is tried once more');
    this.takeBack(job);
  }

  #sweep(): void {
    this.#fleet.sweep();
    this.#look();
    const now = performance.now();
    for (const job of this.queue.all()) {
      if (job.request.patient) continue;
      // Time without anybody is counted above.
      if (this.#aloneSince === undefined && !this.#fleet.workers.some((worker) => worker.takes(job))) {
        if (!this.#unplaced.has(job)) this.#unplaced.set(job, now);
      } else this.#unplaced.delete(job);
      const waited = now - (this.#unplaced.get(job) ?? now);
      if (!this.#impatient && waited <= PATIENCE_MS) continue;
      this.queue.remove(job);
      job.reject('unavailable', this.#nobody());
    }
  }

  #nobody(): EngineUnavailableError {
    const { connected, reason } = this.#bus.state;
    const strangers = this.#fleet.strangers;
    if (!connected) return new EngineUnavailableError(`the bus cannot be reached (${reason})`);
    if (this.width() > 0) return new EngineUnavailableError('no worker has the models that the job needs');
    const others = strangers > 0 ? `; ${strangers} of another version` : '';
    return new EngineUnavailableError(`no worker is on the bus${others}`);
  }
}

function processStates({ up, processes, free }: Advert): Omit<ProcessState, 'id'>[] {
  const rest = { pid: undefined, rssBytes: 0, jobsDone: 0, restarts: 0, failure: undefined };
  return Array.from({ length: processes }, (_, index) => ({
    ...rest,
    state: index < free ? 'idle' : index < up ? 'busy' : 'starting',
  }));
}
