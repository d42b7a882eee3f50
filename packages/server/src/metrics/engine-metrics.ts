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

/** The engine as requests of this server see it: its own processes, or those of all workers. */
export function measureEngine(registry: Registry, engine: () => EngineFigures): void {
  for (const name of ['processes', 'ready', 'queued', 'running'] as const) {
    gauge(registry, `locutor_engine_${name}`, `Engine pool: ${name}`, () => engine()[name]);
  }
  restarts(registry, 'locutor_engine_restarts_total', 'server', engine);
}

/** The processes of one worker. The nodes count them as well, so that these have names of their own. */
export function measureWorker(registry: Registry, engine: () => EngineFigures): void {
  for (const name of ['processes', 'ready', 'running'] as const) {
    gauge(
      registry,
      `locutor_worker_${name}`,
      `Engine processes of this worker: ${name}`,
      () => engine()[name],
    );
  }
  restarts(registry, 'locutor_worker_restarts_total', 'worker', engine);
}

function gauge(registry: Registry, name: string, help: string, read: () => number): void {
  new Gauge({
    name,
    help,
    registers: [registry],
    collect() {
      this.set(read());
    },
  });
}

function restarts(registry: Registry, name: string, since: string, engine: () => EngineFigures): void {
  new Counter({
    name,
    help: `Engine processes that were replaced since the ${since} started`,
    registers: [registry],
    collect() {
      this.reset();
      this.inc(engine().restarts);
    },
  });
}
