import type { Logger } from 'pino';
import type { JobStore } from '../../../store/index.ts';
import { shown } from '../job-answer.ts';
import { type DeliverOptions, deliver } from './deliver.ts';
import { retryMs } from './schedule.ts';

/** Longer than an attempt takes: another process has a webhook only when this one is dead. */
const LEASE_MS = 60_000;
const AT_ONCE = 4;

export interface CourierOptions extends DeliverOptions {
  readonly webhooks: JobStore['webhooks'];
  readonly log: Pick<Logger, 'info' | 'warn'>;
}

/** Delivers webhooks that are due. */
export class Courier {
  readonly #options: CourierOptions;
  readonly #stop = new AbortController();
  readonly #running = new Set<Promise<void>>();
  readonly #timers = new Set<NodeJS.Timeout>();

  constructor(options: CourierOptions) {
    this.#options = options;
  }

  /** Begins with what is due now, as far as there is room. */
  wake(): void {
    if (this.#stop.signal.aborted || this.#running.size >= AT_ONCE) return;
    const running: Promise<void> = this.#next().finally(() => this.#running.delete(running));
    this.#running.add(running);
  }

  async stop(): Promise<void> {
    this.#stop.abort();
    for (const timer of this.#timers) clearTimeout(timer);
    await Promise.all(this.#running);
  }

  async #next(): Promise<void> {
    const { webhooks, log } = this.#options;
    try {
      const due = await webhooks.claim(LEASE_MS);
      if (due === undefined) return;
      // There may be more.
      this.wake();
      const delivery = await deliver(due, this.#options, this.#stop.signal);
      if (delivery.kind === 'delivered') return await webhooks.settle(due, 'delivered');
      const pause = delivery.kind === 'refused' ? undefined : retryMs(due.attempt);
      const details = { job: shown(due.info), attempt: due.attempt, reason: delivery.reason };
      if (pause === undefined) log.warn(details, 'a webhook was given up');
      else log.info({ ...details, retryMs: pause }, 'a webhook will be tried again');
      await webhooks.settle(due, pause === undefined ? 'failed' : { retryMs: pause });
      if (pause !== undefined) this.#wakeIn(pause);
    } catch (error) {
      // The lease of the webhook ends, and it is tried again.
      if (!this.#stop.signal.aborted)
        log.warn({ reason: (error as Error).message }, 'webhooks cannot be read');
    }
  }

  #wakeIn(ms: number): void {
    if (this.#stop.signal.aborted) return;
    const timer = setTimeout(() => {
      this.#timers.delete(timer);
      this.wake();
    }, ms + 10).unref();
    this.#timers.add(timer);
  }
}
