import { Counter, Gauge, type Registry } from 'prom-client';

/** Counts the sessions in which speech is recognised while it is spoken, and how their recognitions end. */
export class SessionMetrics {
  readonly #registry: Registry;
  readonly #results: Counter<'status'>;

  constructor(registry: Registry) {
    this.#registry = registry;
    this.#results = new Counter({
      name: 'locutor_session_results_total',
      help: 'Results of recognitions in sessions, by status',
      labelNames: ['status'],
      registers: [registry],
    });
  }

  /** How many are open, read when the metrics are. */
  sessions(open: () => number): void {
    new Gauge({
      name: 'locutor_sessions',
      help: 'Sessions that are open',
      registers: [this.#registry],
      collect() {
        this.set(open());
      },
    });
  }

  ended(status: string): void {
    this.#results.labels(status).inc();
  }
}
