import type { JobPlace } from '../../pool/job-place.ts';
import type { PoolJob } from '../../pool/pool-job.ts';
import { jobModels } from '../job-models.ts';
import type { Advert } from '../shapes.ts';
import { RemoteRun, type RunHost } from './remote-run.ts';

export type WorkerHost = Omit<RunHost, 'onEnd'>;

/** A worker as a node sees it. */
export class RemoteWorker implements JobPlace {
  readonly #host: WorkerHost;
  readonly #runs = new Map<PoolJob, RemoteRun>();
  #advert: Advert;
  #models: ReadonlySet<string>;
  #free: number;

  constructor(advert: Advert, host: WorkerHost) {
    this.#advert = advert;
    this.#host = host;
    this.#models = new Set(advert.models);
    this.#free = advert.free;
  }

  get advert(): Advert {
    return this.#advert;
  }

  /** Jobs that it would take, as far as is known here: other nodes ask it too. */
  get free(): number {
    return this.#advert.leaving ? 0 : this.#free;
  }

  get idle(): boolean {
    return this.free > 0 && this.#host.bus.state.connected;
  }

  /** Jobs of this node on it. */
  get running(): number {
    return this.#runs.size;
  }

  update(advert: Advert): void {
    this.#advert = advert;
    this.#models = new Set(advert.models);
    this.#free = advert.free;
  }

  /** Not to be asked before its next advert. */
  rest(): void {
    this.#free = 0;
  }

  has(models: readonly string[]): boolean {
    return models.every((model) => this.#models.has(model));
  }

  takes({ request }: PoolJob): boolean {
    return this.has(jobModels(request.kind, request.input));
  }

  assign(job: PoolJob): void {
    job.phase = 'sent';
    job.sentAt = performance.now();
    this.#free -= 1;
    const run = new RemoteRun(job, this.#advert.id, {
      ...this.#host,
      onRefused: (refused) => {
        this.rest();
        this.#host.onRefused(refused);
      },
      // The job goes to another worker, if one has room.
      onDied: (lost, reason) => {
        this.rest();
        this.#host.onDied(lost, `${this.#advert.name}: ${reason}`);
      },
      onEnd: () => {
        if (this.#runs.get(job) === run) this.#runs.delete(job);
      },
    });
    this.#runs.set(job, run);
    void run.begin();
  }

  holds(job: PoolJob): boolean {
    return this.#runs.has(job);
  }

  cancel(job: PoolJob): void {
    this.#runs.get(job)?.cancel();
  }

  /** Jobs on it are not waited for any more. */
  abandon(): PoolJob[] {
    const jobs = [...this.#runs.keys()];
    for (const run of [...this.#runs.values()]) run.abandon();
    return jobs;
  }
}
