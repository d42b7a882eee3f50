import { Counter, Gauge, type Registry } from 'prom-client';

/** The figures of the engine pool, read when the metrics are. */
export interface EngineFigures {
  readonly processes: number;
  readonly ready: number;
  readonly queued: number;
  readonly running: number;
  /** Since the server started; never less than before. */
  readonly restarts: number;
}

export function measureEngine(registry: Registry, engine: () => EngineFigures): void {
  const registers = [registry];
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
}
