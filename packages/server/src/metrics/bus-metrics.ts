import { Counter, Gauge, type Registry } from 'prom-client';

/** What a server knows of its bus, read when the metrics are. */
export interface BusFigures {
  readonly connected: boolean;
  readonly workers: readonly { readonly name: string; readonly up: number; readonly free: number }[];
  readonly incompatible: number;
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
