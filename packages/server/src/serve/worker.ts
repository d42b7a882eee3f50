import { BusWorker, type BusWorkerState, type PoolEvent } from '@locutor/engine';
import { type ModelStore, models as manifest } from '@locutor/models';
import type { Logger } from 'pino';
import { version } from '../common/version.ts';
import type { Config } from '../config/index.ts';
import { busOptions } from './bus-options.ts';
import { createEngine, type LocalEngine } from './engine.ts';
import { neededModels, readyModels } from './models.ts';
import { StoredModels } from './stored-models.ts';

/** Beside the body of a request, what its grammars and parameters may take. */
const SPARE_BYTES = 64 * 1024 ** 2;
/** Files of models are looked at this often; every claim of a node asks for them. */
const LOOK_AGAIN_MS = 2000;

export interface RunningWorker {
  readonly modelsDir: string;
  readonly name: string;
  readonly processes: number;
  /** Its engine processes. */
  readonly engine: Pick<LocalEngine, 'state'>;
  /** Whether nodes can reach it, and whether it takes no more jobs. */
  bus(): BusWorkerState;
  /** Models that this configuration needs and that are missing. */
  missing(): readonly string[];
  /** Settles when the engine processes are up (true), or have failed to come up. */
  readonly ready: Promise<boolean>;
  /** Finishes what runs, within this time; what is left goes back to its node, which finds another worker. */
  close(timeoutMs: number): Promise<void>;
}

/** Offers the engine processes of this machine to the nodes of a bus. */
export async function startWorker(
  config: Config,
  log: Logger,
  onEvent?: (event: PoolEvent) => void,
): Promise<RunningWorker> {
  const store = await readyModels(config);
  const pool = createEngine(config, store, log, undefined, onEvent);
  const library = new StoredModels({ store, log });
  const bus = busOptions(config);
  const worker = new BusWorker({
    bus,
    pool,
    version,
    models: modelsOf(store, library),
    onFetch: ({ model, by }) => {
      const known = manifest.find(({ name }) => name === model);
      const allowed = by === 'request' ? config.modelsFetch === 'auto' : config.modelsFetch !== 'never';
      // Nobody accepts the conditions of a licence by sending a recording.
      const accepted = by === 'administrator' || known?.licence.condition === undefined;
      if (known && allowed && accepted) library.fetch(model);
    },
    mostBytes: config.maxBodyBytes + SPARE_BYTES,
    logger: log,
  });
  const ready = pool.start().then(
    () => true,
    (error: Error) => {
      log.error({ err: error }, 'no engine process is running');
      return false;
    },
  );
  worker.start();
  return {
    modelsDir: store.dir,
    name: bus.name,
    processes: pool.state().processes.length,
    engine: pool,
    bus: () => worker.state,
    missing: () => store.missing(neededModels(config)),
    ready,
    async close(timeoutMs) {
      library.close();
      await worker.drain({ timeoutMs });
      await pool.drain({ timeoutMs: 0 });
    },
  };
}

/** The jobs of a worker are counted by the nodes that they are for. */
export function ofProcesses(onEvent: (event: PoolEvent) => void): (event: PoolEvent) => void {
  return (event) => {
    if (event.type !== 'job' && event.type !== 'queue-full') onEvent(event);
  };
}

function modelsOf(store: ModelStore, library: StoredModels) {
  let found: { models: string[]; at: number } | undefined;
  return () => {
    const now = performance.now();
    if (!found || now - found.at > LOOK_AGAIN_MS) {
      const installed = store.status().filter(({ ready }) => ready);
      found = { models: installed.map(({ name }) => name), at: now };
    }
    return { models: found.models, downloads: library.downloads() };
  };
}
