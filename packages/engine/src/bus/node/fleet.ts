import type { Bus } from '../bus.ts';
import { type Advert, readAdvert } from '../shapes.ts';
import { ADVERTS, BUS_PROTOCOL, ROLL_CALL } from '../subjects.ts';
import { RemoteWorker, type WorkerHost } from './remote-worker.ts';

/** Workers advertise every second or two: one that missed this many seconds is gone. */
const SILENT_MS = 6000;
/** While the bus is away nobody can advertise. */
const OUTAGE_MS = 15_000;
/** Far more than a fleet has: whoever invents workers must not fill our memory. */
const MOST_WORKERS = 10_000;

/** The workers that a node knows, by their adverts. */
export class Fleet {
  readonly #bus: Bus;
  readonly #host: WorkerHost;
  readonly #workers = new Map<string, { worker: RemoteWorker; seenAt: number }>();
  /** Of another protocol: id and when last seen. */
  readonly #strangers = new Map<string, number>();
  readonly #onChange: () => void;

  /** Before the bus is started. */
  constructor(bus: Bus, host: WorkerHost, onChange: () => void) {
    this.#bus = bus;
    this.#host = host;
    this.#onChange = onChange;
    bus.subscribe(ADVERTS, (data) => {
      const advert = readAdvert(data);
      if (advert) this.#hear(advert);
    });
    bus.onChange((connected) => {
      const now = performance.now();
      // Nobody could advertise meanwhile.
      for (const known of this.#workers.values()) known.seenAt = now;
      if (connected) bus.publish(ROLL_CALL, new Uint8Array());
      onChange();
    });
  }

  /** The one with the most room first: jobs spread over the machines. */
  get workers(): readonly RemoteWorker[] {
    return [...this.#workers.values()].map(({ worker }) => worker).sort((a, b) => b.free - a.free);
  }

  /** Workers that speak another protocol, as during an update. */
  get strangers(): number {
    return this.#strangers.size;
  }

  has(models: readonly string[]): boolean {
    return this.workers.some((worker) => worker.has(models));
  }

  /** Forgets those that are gone. To be called every second. */
  sweep(): void {
    const now = performance.now();
    const patience = this.#bus.state.connected ? SILENT_MS : OUTAGE_MS;
    for (const [id, seenAt] of this.#strangers) if (now - seenAt > patience) this.#strangers.delete(id);
    for (const [id, { worker, seenAt }] of this.#workers) {
      if (now - seenAt > patience) this.#forget(id, worker);
    }
  }

  #hear(advert: Advert): void {
    const { id, protocol } = advert;
    const now = performance.now();
    const known = this.#workers.get(id);
    if (!known && this.#workers.size + this.#strangers.size >= MOST_WORKERS) return;
    if (protocol !== BUS_PROTOCOL) {
      this.#strangers.set(id, now);
      return;
    }
    if (known) {
      known.seenAt = now;
      known.worker.update(advert);
      // A worker that leaves says so for the last time when it has nothing left to do.
      if (advert.leaving && advert.processes === 0) this.#forget(id, known.worker);
    } else if (!advert.leaving) {
      this.#workers.set(id, { worker: new RemoteWorker(advert, this.#host), seenAt: now });
    }
    this.#onChange();
  }

  /** Its jobs find out by themselves, on their channels, which may well go on. */
  #forget(id: string, worker: RemoteWorker): void {
    if (worker.running > 0) worker.rest();
    else this.#workers.delete(id);
    this.#onChange();
  }
}
