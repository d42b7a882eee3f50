import type { Logger } from 'pino';
import type { Config } from '../../config/index.ts';
import { type FirstAnswers, StoreError } from '../../store/index.ts';
import { JobWorker, type JobWorkerOptions } from './job-worker.ts';
import { CallbackPolicy } from './webhook/callback.ts';
import { Courier } from './webhook/courier.ts';

const HOUR = 60 * 60_000;
const SWEEP_MS = 10 * 60_000;
const LOOK_MS = 5_000;

export interface BackgroundOptions extends Omit<JobWorkerOptions, 'atOnce' | 'onOver' | 'log'> {
  readonly config: Config;
  readonly log: Logger;
  readonly answers: Pick<FirstAnswers, 'sweep'>;
}

/** All that happens without a request: the work of jobs, webhooks, and the removal of old jobs and answers. */
export class BackgroundJobs {
  readonly #options: BackgroundOptions;
  readonly #worker: JobWorker;
  readonly #courier: Courier;
  #timers: NodeJS.Timeout[] = [];
  #deaf: (() => void) | undefined;

  constructor(options: BackgroundOptions) {
    const { config, log, store } = options;
    this.#options = options;
    this.#courier = new Courier({
      webhooks: store.webhooks,
      policy: new CallbackPolicy(config),
      secret: config.webhookSecret,
      retentionHours: config.jobRetentionHours,
      log,
    });
    this.#worker = new JobWorker({
      ...options,
      atOnce: config.jobsAtOnce,
      onOver: () => this.#over(),
    });
  }

  start(): void {
    this.#worker.start();
    this.#deaf = this.#options.store.listen(({ topic }) => {
      if (topic === 'job-canceled') this.#deliver();
    });
    this.#timers = [
      setInterval(() => this.#sweep(), SWEEP_MS).unref(),
      setInterval(() => this.#deliver(), LOOK_MS).unref(),
    ];
    this.#sweep();
    this.#deliver();
  }

  async stop(): Promise<void> {
    for (const timer of this.#timers) clearInterval(timer);
    this.#deaf?.();
    await Promise.all([this.#worker.stop(), this.#courier.stop()]);
  }

  #over(): void {
    this.#deliver();
    this.#sweep();
  }

  /** Without a secret nothing can be signed, and nothing new was accepted; another server may have one. */
  #deliver(): void {
    if (this.#options.config.webhookSecret !== '') this.#courier.wake();
  }

  #sweep(): void {
    const { store, answers, config, log } = this.#options;
    const swept = Promise.all([store.sweep(config.jobRetentionHours * HOUR), answers.sweep()]);
    swept.catch((error: unknown) => {
      if (error instanceof StoreError && error.code === 'ERR_STORE_CLOSED') return;
      log.warn({ reason: (error as Error).message }, 'old jobs and answers cannot be removed');
    });
  }
}
