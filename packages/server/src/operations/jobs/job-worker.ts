import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { SpanKind } from '@opentelemetry/api';
import type { Logger } from 'pino';
import { type ClaimedJob, type JobEnd, type JobStore, type Lease, StoreError } from '../../store/index.ts';
import { noteInTrace, tracedLater } from '../../tracing/traced.ts';
import { shown } from './job-answer.ts';
import { type JobAgain, type JobServices, runJob } from './run-job.ts';
import { originOf } from './stored-call.ts';

/** A process that does not renew its lease for this long is taken for dead. */
const LEASE_MS = 15_000;
const RENEW_MS = 5_000;
/** How often this process looks for jobs of others that died; new ones are signalled. */
const LOOK_MS = 5_000;
/** The pause before an attempt that failed is repeated, times the number of attempts. */
const RETRY_MS = 3_000;
/** How long a finished job is held where the database does not answer. */
const FINISH_MS = 10 * 60_000;

export interface JobWorkerOptions extends Omit<JobServices, 'store'> {
  readonly store: JobStore;
  readonly atOnce: number;
  readonly log: Pick<Logger, 'info' | 'warn' | 'error'>;
  /** Called when a job is over. */
  readonly onOver: () => void;
}

interface Running {
  readonly lease: Lease;
  readonly work: Promise<void>;
  readonly abort: AbortController;
}

/** Takes jobs out of the database and does them, as many at once as the configuration says. */
export class JobWorker {
  readonly #options: JobWorkerOptions;
  readonly #running = new Map<string, Running>();
  readonly #stop = new AbortController();
  #timer: NodeJS.Timeout | undefined;
  #looking: Promise<void> | undefined;
  #lookAgain = false;
  #deaf: (() => void) | undefined;

  constructor(options: JobWorkerOptions) {
    this.#options = options;
  }

  start(): void {
    this.#deaf = this.#options.store.listen((signal) => {
      if (signal.topic === 'job-canceled') this.#running.get(signal.id)?.abort.abort();
      if (signal.topic === 'job-waiting' || signal.topic === 'missed') this.#look();
      if (signal.topic === 'missed')
        for (const { lease, abort } of this.#running.values()) this.#renew(lease, abort);
    });
    this.#timer = setInterval(() => this.#look(), LOOK_MS).unref();
    // Where that fails, the leases run out.
    const ended = this.#options.store.leases.endEarlier().catch(() => {});
    void ended.then(() => this.#look());
  }

  /** Gives the jobs under way back, so that another process can go on with them at once. */
  async stop(): Promise<void> {
    this.#stop.abort();
    clearInterval(this.#timer);
    this.#deaf?.();
    for (const { abort } of this.#running.values()) abort.abort();
    await this.#looking;
    await Promise.all([...this.#running.values()].map(({ work }) => work));
  }

  #look(): void {
    if (this.#looking) {
      this.#lookAgain = true;
      return;
    }
    this.#looking = this.#fill().finally(() => {
      this.#looking = undefined;
      const again = this.#lookAgain;
      this.#lookAgain = false;
      if (again) this.#look();
    });
  }

  async #fill(): Promise<void> {
    const { store, atOnce, log } = this.#options;
    try {
      while (this.#running.size < atOnce && !this.#stop.signal.aborted) {
        const holder = randomUUID();
        const job = await store.leases.claim(holder, LEASE_MS);
        if (job === undefined) return;
        const abort = new AbortController();
        const lease = { id: job.id, holder };
        const work = this.#traced(job, lease, abort).finally(() => {
          this.#running.delete(job.id);
          this.#look();
        });
        this.#running.set(job.id, { lease, work, abort });
        if (this.#stop.signal.aborted) abort.abort();
      }
    } catch (error) {
      if (!this.#stop.signal.aborted) log.warn({ reason: (error as Error).message }, 'jobs cannot be read');
    }
  }

  /** In the trace of the request that asked for the job, whichever process does it. */
  #traced(job: ClaimedJob, lease: Lease, abort: AbortController): Promise<void> {
    const { trace, requestId } = originOf(job.request);
    return tracedLater('background job', trace, () => this.#work(job, lease, abort), {
      kind: SpanKind.CONSUMER,
      attributes: {
        'locutor.operation': 'recognize',
        'locutor.background_job.id': shown(job),
        'locutor.background_job.attempt': job.attempts,
        ...(requestId !== undefined && { 'locutor.request_id': requestId }),
      },
    });
  }

  async #work(job: ClaimedJob, lease: Lease, abort: AbortController): Promise<void> {
    const { store, log, onOver, ...services } = this.#options;
    const renewing = setInterval(() => this.#renew(lease, abort), RENEW_MS).unref();
    const onFault = (error: unknown) =>
      log.error({ err: error, job: shown(job) }, 'something failed in a job');
    try {
      const onBegin = (kept: number) =>
        log.info({ job: shown(job), attempt: job.attempts, kept }, 'a job begins');
      const watch = { signal: abort.signal, onFault, onBegin };
      const run = await runJob(job, lease, { ...services, store }, watch);
      noteInTrace({ 'locutor.background_job.outcome': 'again' in run ? run.again : run.state });
      if (!('again' in run)) {
        const held = await this.#finish(lease, run);
        if (held) log.info({ job: shown(job), state: run.state }, 'a job is over');
        onOver();
      } else if (abort.signal.aborted) await store.leases.release(lease);
      else await this.#postpone(job, lease, run);
    } catch (error) {
      // The database failed. The lease runs out, and the job is begun again.
      onFault(error);
    } finally {
      clearInterval(renewing);
    }
  }

  async #postpone(job: ClaimedJob, lease: Lease, { again, error }: JobAgain): Promise<void> {
    const { store, log } = this.#options;
    const counts = again === 'failed';
    const details = { job: shown(job), attempt: job.attempts, ...(error !== undefined && { err: error }) };
    log.warn(details, counts ? 'a job failed and will be tried again' : 'a job has to wait');
    await store.leases.postpone(lease, RETRY_MS * job.attempts, { counts });
  }

  /** A database that does not answer is no reason to stop: nobody else can take the job meanwhile. */
  #renew(lease: Lease, abort: AbortController): void {
    this.#options.store.leases.renew(lease, LEASE_MS).then(
      (held) => {
        if (!held) abort.abort();
      },
      () => {},
    );
  }

  async #finish(lease: Lease, end: JobEnd): Promise<boolean> {
    const until = performance.now() + FINISH_MS;
    for (;;) {
      try {
        return await this.#options.store.leases.finish(lease, end);
      } catch (error) {
        const closed = error instanceof StoreError && error.code === 'ERR_STORE_CLOSED';
        if (closed || performance.now() > until || this.#stop.signal.aborted) throw error;
      }
      await sleep(1000, undefined, { ref: false });
    }
  }
}
