import { Counter, Gauge, Histogram, type Registry } from 'prom-client';
import { SECONDS } from './measure.ts';

export interface RecognitionCount {
  speechStarted(): void;
  speechEnded(): void;
  partial(): void;
  result(status: string): void;
}

/** Counts the sessions in which speech is recognised while it is spoken, and how their recognitions end. */
export class SessionMetrics {
  readonly #registry: Registry;
  readonly #results: Counter<'status'>;
  readonly #firstPartials: Histogram;
  readonly #finals: Histogram;

  constructor(registry: Registry) {
    this.#registry = registry;
    this.#results = new Counter({
      name: 'locutor_session_results_total',
      help: 'Results of recognitions in sessions, by status',
      labelNames: ['status'],
      registers: [registry],
    });
    const histogram = (name: string, help: string) =>
      new Histogram({ name, help, buckets: SECONDS, registers: [registry] });
    this.#firstPartials = histogram(
      'locutor_session_first_partial_seconds',
      'Time from START_OF_SPEECH to the first partial result',
    );
    this.#finals = histogram('locutor_session_result_seconds', 'Time from END_OF_SPEECH to the final result');
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

  /** One recognition: to be told what its client is told. */
  recognition(): RecognitionCount {
    let startedAt: number | undefined;
    let endedAt: number | undefined;
    const since = (at: number) => (performance.now() - at) / 1000;
    return {
      speechStarted() {
        startedAt = performance.now();
      },
      speechEnded() {
        endedAt = performance.now();
      },
      partial: () => {
        if (startedAt !== undefined) this.#firstPartials.observe(since(startedAt));
        startedAt = undefined;
      },
      result: (status) => {
        this.#results.labels(status).inc();
        if (endedAt !== undefined) this.#finals.observe(since(endedAt));
        startedAt = undefined;
        endedAt = undefined;
      },
    };
  }
}
