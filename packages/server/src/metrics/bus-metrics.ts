import { Counter, Gauge, type Registry } from 'prom-client';

/** What a server knows of its bus, read when the metrics are. */
export interface BusFigures {
  readonly connected: boolean;
  readonly workers: readonly {
    readonly name: string;
    readonly up: number;
    readonly free: number;
    readonly models: readonly string[];
  }[];
  readonly incompatible: number;
  /** Models without which the server is not ready. */
  readonly needed: readonly string[];
  /** Since the server started; never less than before. */
  readonly retried: number;
}

export function measureBusConnection(registry: Registry, connected: () => boolean): void {
  new Gauge({
    name: 'locutor_bus_connected',
    help: 'Whether there is a connection to the bus',
    registers: [registry],
    collect() {
      this.set(Number(connected()));
    },
  });
}

export function measureBus(registry: Registry, bus: () => BusFigures): void {
  const registers = [registry];
  const gauge = (name: string, help: string, read: (figures: BusFigures) => number) =>
    new Gauge({
      name: `locutor_bus_${name}`,
      help,
      registers,
      collect() {
        this.set(read(bus()));
      },
    });
  measureBusConnection(registry, () => bus().connected);
  gauge('workers', 'Workers on the bus', ({ workers }) => workers.length);
  gauge('free', 'Jobs that the workers would take now', ({ workers }) =>
    workers.reduce((sum, { free }) => sum + free, 0),
  );
  gauge(
    'incompatible',
    'Workers of a version that this server does not understand',
    (each) => each.incompatible,
  );
  // Those that a worker ever had as well: the last one that leaves is missed.
  const models = new Set<string>();
  new Gauge({
    name: 'locutor_bus_model_workers',
    help: 'Workers on the bus that have a model',
    labelNames: ['model'],
    registers,
    collect() {
      const { workers, needed } = bus();
      for (const model of [...needed, ...workers.flatMap((worker) => worker.models)]) models.add(model);
      for (const model of models) {
        this.labels(model).set(workers.filter((worker) => worker.models.includes(model)).length);
      }
    },
  });
  new Counter({
    name: 'locutor_bus_retries_total',
    help: 'Jobs that were tried once more because their worker was lost',
    registers,
    collect() {
      this.reset();
      this.inc(bus().retried);
    },
  });
}
