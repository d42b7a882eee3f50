import { collectDefaultMetrics, Gauge, Registry } from 'prom-client';
import type { AnsweredRequest } from './answer.ts';
import { RequestCounts } from './request-counts.ts';

/** How the engine pool stands, read when the metrics are. */
export interface EngineGauges {
  readonly processes: number;
  readonly ready: number;
  readonly queued: number;
  readonly running: number;
  readonly restarts: number;
}

export interface Metrics {
  readonly contentType: string;
  observe(request: AnsweredRequest): void;
  /** Everything counted, in Prometheus' text form. */
  write(): Promise<string>;
}

/** Counts requests, and reads the process's and the engine's own figures. */
export function createMetrics(version: string, engine: () => EngineGauges): Metrics {
  const registry = new Registry();
  const registers = [registry];
  collectDefaultMetrics({ register: registry });
  new Gauge({ name: 'locutor_build_info', help: 'Version of the server', labelNames: ['version'], registers })
    .labels(version)
    .set(1);
  for (const name of ['processes', 'ready', 'queued', 'running', 'restarts'] as const) {
    new Gauge({
      name: `locutor_engine_${name}`,
      help: `Engine pool: ${name}`,
      registers,
      collect() {
        this.set(engine()[name]);
      },
    });
  }
  const requests = new RequestCounts();
  return {
    contentType: registry.contentType,
    observe: (request) => requests.count(request),
    write: async () => `${await registry.metrics()}\n${requests.write()}`,
  };
}
