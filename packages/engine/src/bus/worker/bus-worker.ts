import { encodePlain, type JobRunner, type JobTypes } from '@locutor/contract';
import type { JobPool } from '../../pool/job-pool.ts';
import { type PoolLogger, silentLogger } from '../../pool/logger.ts';
import { Bus } from '../bus.ts';
import type { BusOptions } from '../bus-options.ts';
import { BusSide } from '../bus-side.ts';
import {
  type Advert,
  type Claim,
  type ClaimAnswer,
  type FetchModel,
  readClaim,
  readFetchModel,
} from '../shapes.ts';
import { ADVERTS, BUS_PROTOCOL, claimsOf, FETCHES, ROLL_CALL } from '../subjects.ts';
import { WorkerJob } from './worker-job.ts';

export interface BusWorkerOptions<Jobs extends JobTypes> {
  readonly bus: BusOptions;
  /** What is offered. */
  readonly pool: JobPool<Jobs>;
  readonly version: string;
  /** Models that are installed, and those that are on their way. */
  readonly models: () => Pick<Advert, 'models' | 'downloads'>;
  /** A node wants a model that no worker has. */
  readonly onFetch: (request: FetchModel) => void;
  /** Most bytes of the arrays in one job. */
  readonly mostBytes: number;
  readonly logger?: PoolLogger;
}

/** What a worker knows of itself on the bus, for health and metrics. */
export interface BusWorkerState {
  readonly connected: boolean;
  /** It takes no new jobs. */
  readonly leaving: boolean;
}

const ADVERT_MS = 1000;
/** Time for the last answers to reach their nodes. */
const LAST_ANSWERS_MS = 2000;

/**
 * Offers a pool to the nodes of a bus. It accepts as many jobs as there are processes to run them, none waits here.
 */
export class BusWorker<Jobs extends JobTypes> {
  readonly #options: BusWorkerOptions<Jobs>;
  readonly #bus: Bus;
  readonly #side: BusSide;
  readonly #logger: PoolLogger;
  /** Jobs that hold a process, or will when their input is complete. */
  readonly #busy = new Set<WorkerJob>();
  /** All whose last message has not arrived. */
  readonly #open = new Set<WorkerJob>();
  #timer: NodeJS.Timeout | undefined;
  #advertDue = false;
  #leaving = false;
  #gone = false;
  #onChange: () => void = () => {};

  constructor(options: BusWorkerOptions<Jobs>) {
    this.#options = options;
    this.#logger = options.logger ?? silentLogger;
    this.#bus = new Bus(options.bus, this.#logger);
    this.#side = new BusSide(this.#bus);
    this.#bus.onChange((connected) => connected && this.advertise());
    this.#bus.subscribe(ROLL_CALL, () => this.advertise());
    this.#bus.subscribe(claimsOf(this.#side.id), (data, message) => {
      const claim = readClaim(data);
      const answer: ClaimAnswer = { accepted: claim !== undefined && this.#accept(claim) };
      message.respond(encodePlain(answer));
    });
    this.#bus.subscribe(FETCHES, (data) => {
      const request = readFetchModel(data);
      if (request && !this.#leaving) this.#options.onFetch(request);
    });
  }

  start(): void {
    this.#side.start();
    this.#bus.start();
    // Processes come up and go without a word to us.
    this.#timer = setInterval(() => this.advertise(), ADVERT_MS);
  }

  get state(): BusWorkerState {
    return { connected: this.#bus.state.connected, leaving: this.#leaving };
  }

  /** Says what it has, once for all changes of a moment. */
  advertise(): void {
    if (this.#advertDue) return;
    this.#advertDue = true;
    setImmediate(() => {
      this.#advertDue = false;
      if (!this.#gone) this.#publishAdvert();
    });
  }

  /** Takes no new jobs, finishes what it has and leaves the bus. Past the timeout the rest goes back to its nodes. */
  async drain({ timeoutMs }: { timeoutMs: number }): Promise<void> {
    this.#leaving = true;
    this.#publishAdvert();
    await this.#until(() => this.#busy.size === 0, timeoutMs);
    for (const job of this.#open) job.giveBack();
    await this.#until(() => this.#open.size === 0, LAST_ANSWERS_MS);
    this.#gone = true;
    clearInterval(this.#timer);
    this.#publishAdvert();
    this.#side.stop();
    await this.#bus.close();
  }

  #accept(claim: Claim): boolean {
    const { models } = this.#options.models();
    const fits = claim.protocol === BUS_PROTOCOL && claim.models.every((model) => models.includes(model));
    if (!fits || this.#leaving || this.#free() === 0 || this.#side.has(claim.channel)) return false;
    const job = new WorkerJob(claim, {
      side: this.#side,
      // Nodes may ask for anything: of a kind that it does not know, the process says so.
      pool: this.#options.pool as unknown as JobRunner<JobTypes>,
      mostBytes: this.#options.mostBytes,
      logger: this.#logger,
      onFree: (done) => {
        this.#busy.delete(done);
        this.#changed();
      },
      onEnd: (done) => {
        this.#open.delete(done);
        this.#changed();
      },
    });
    this.#busy.add(job);
    this.#open.add(job);
    this.advertise();
    return true;
  }

  #free(): number {
    return Math.max(0, this.#options.pool.state().up - this.#busy.size);
  }

  #publishAdvert(): void {
    const { processes, up } = this.#options.pool.state();
    const advert: Advert = {
      protocol: BUS_PROTOCOL,
      id: this.#side.id,
      name: this.#options.bus.name,
      version: this.#options.version,
      processes: this.#gone ? 0 : processes.length,
      up: this.#gone ? 0 : up,
      free: this.#leaving ? 0 : this.#free(),
      ...this.#options.models(),
      leaving: this.#leaving,
    };
    this.#bus.publish(ADVERTS, encodePlain(advert));
  }

  #changed(): void {
    this.#onChange();
    this.advertise();
  }

  #until(condition: () => boolean, timeoutMs: number): Promise<void> {
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, timeoutMs);
      this.#onChange = () => {
        if (!condition()) return;
        clearTimeout(timer);
        resolve();
      };
      this.#onChange();
    });
  }
}
