import { statfs } from 'node:fs/promises';
import { Counter, Gauge } from 'prom-client';
import { latest } from './latest.ts';
import { type Measure, measuring } from './measure.ts';

/** Room on the disk of the data folder. A folder that cannot be asked has no value, which an alert can see. */
export function measureDisk(dataDir: string): Measure {
  const free = new Gauge({
    name: 'locutor_data_free_bytes',
    help: 'Room that is left on the disk of the data folder',
    registers: [],
    async collect() {
      this.remove();
      const found = await statfs(dataDir).catch(() => undefined);
      if (found) this.set(found.bavail * found.bsize);
    },
  });
  const size = new Gauge({
    name: 'locutor_data_size_bytes',
    help: 'Size of the disk of the data folder',
    registers: [],
    async collect() {
      this.remove();
      const found = await statfs(dataDir).catch(() => undefined);
      if (found) this.set(found.blocks * found.bsize);
    },
  });
  return measuring(free, size);
}

interface Readiness {
  readonly ready: boolean;
  readonly models: { readonly ready: boolean };
  /** A worker has none. */
  readonly database?: { readonly ready: boolean };
}

/** What /health/ready says, as numbers. */
export function measureReadiness(readiness: () => Promise<Readiness>): Measure {
  const read = latest(readiness);
  return measuring(
    new Gauge({
      name: 'locutor_ready',
      help: 'Whether requests sent now would be served (part "all"), and whether models and database are ready',
      labelNames: ['part'],
      registers: [],
      async collect() {
        this.reset();
        const found = await read();
        if (!found) return;
        this.labels('all').set(Number(found.ready));
        this.labels('models').set(Number(found.models.ready));
        if (found.database) this.labels('database').set(Number(found.database.ready));
      },
    }),
  );
}

/** Memory of request bodies. */
export function measureBodies(memory: { readonly held: number; readonly limit: number }): Measure {
  const gauge = (name: string, help: string, read: () => number) =>
    new Gauge({
      ...{ name, help, registers: [] },
      collect() {
        this.set(read());
      },
    });
  return measuring(
    gauge('locutor_body_bytes', 'Memory that request bodies take', () => memory.held),
    gauge('locutor_body_limit_bytes', 'Memory that request bodies may take', () => memory.limit),
  );
}

/** Fetches of the keys of a token issuer; without an issuer there are none. */
export function measureIssuer(fetches: () => { readonly ok: number; readonly failed: number }): Measure {
  return measuring(
    new Counter({
      name: 'locutor_issuer_key_fetches_total',
      help: 'Fetches of the public keys of the token issuer, by outcome',
      labelNames: ['outcome'],
      registers: [],
      collect() {
        this.reset();
        for (const [outcome, count] of Object.entries(fetches())) this.labels(outcome).inc(count);
      },
    }),
  );
}

interface EngineState {
  readonly processes: readonly { readonly id: number; readonly rssBytes: number }[];
}

export function measureQueueLimit(maxQueue: number): Measure {
  const limit = new Gauge({
    name: 'locutor_engine_queue_limit',
    help: 'Jobs that may wait for an engine process',
    registers: [],
  });
  limit.set(maxQueue);
  return measuring(limit);
}

export function measureEngineMemory(engine: () => EngineState): Measure {
  const memory = new Gauge({
    name: 'locutor_engine_memory_bytes',
    help: 'Resident memory of each engine process',
    labelNames: ['process'],
    registers: [],
    collect() {
      this.reset();
      for (const { id, rssBytes } of engine().processes) this.labels(String(id)).set(rssBytes);
    },
  });
  return measuring(memory);
}
