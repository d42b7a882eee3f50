import { Counter, collectDefaultMetrics, Gauge, Registry } from 'prom-client';
import type { AnsweredRequest } from './answer.ts';
import { RequestCounts } from './request-counts.ts';

/** The figures of the engine pool, read when the metrics are. */
export interface EngineFigures {
  readonly processes: number;
  readonly ready: number;
  readonly queued: number;
  readonly running: number;
  /** Since the server started; never less than before. */
  readonly restarts: number;
}

export interface Metrics {
  readonly contentType: string;
  observe(request: AnsweredRequest): void;
  /**
   * One recorded operation on voices: how it ended, how for each user, and the decision of the spoofing detector where it
   * was on. Who the users are is not counted.
   */
  countVoices(
    operation: string,
    outcome: string,
    userOutcomes: readonly string[],
    antispoofing?: string,
  ): void;
  /** Everything counted, in Prometheus' text form. */
  write(): Promise<string>;
}

/** Counts requests, and reads the process's and the engine's own figures. */
export function createMetrics(version: string, engine: () => EngineFigures): Metrics {
  const registry = new Registry();
  const registers = [registry];
  collectDefaultMetrics({ register: registry });
  new Gauge({ name: 'locutor_build_info', help: 'Version of the server', labelNames: ['version'], registers })
    .labels(version)
    .set(1);
  for (const name of ['processes', 'ready', 'queued', 'running'] as const) {
    new Gauge({
      name: `locutor_engine_${name}`,
      help: `Engine pool: ${name}`,
      registers,
      collect() {
        this.set(engine()[name]);
      },
    });
  }
  new Counter({
    name: 'locutor_engine_restarts_total',
    help: 'Engine processes that were replaced since the server started',
    registers,
    collect() {
      this.reset();
      this.inc(engine().restarts);
    },
  });
  const operations = new Counter({
    name: 'locutor_voice_operations_total',
    help: 'Verifications and enrolments that were recorded, by how they ended',
    labelNames: ['operation', 'outcome'],
    registers,
  });
  const results = new Counter({
    name: 'locutor_verification_results_total',
    help: 'Results of verifications, one for each user asked about',
    labelNames: ['outcome'],
    registers,
  });
  const antispoofingDecisions = new Counter({
    name: 'locutor_antispoofing_decisions_total',
    help: 'Decisions of the spoofing detector, one for each verification that it was on for',
    labelNames: ['decision'],
    registers,
  });
  const requests = new RequestCounts();
  return {
    contentType: registry.contentType,
    observe: (request) => requests.count(request),
    countVoices(operation, outcome, userOutcomes, antispoofing) {
      operations.labels(operation, outcome).inc();
      for (const each of userOutcomes) results.labels(each).inc();
      if (antispoofing !== undefined) antispoofingDecisions.labels(antispoofing).inc();
    },
    write: async () => `${await registry.metrics()}\n${requests.write()}`,
  };
}
