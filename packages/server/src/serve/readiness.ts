import type { ModelStore } from '@locutor/models';
import type { Config } from '../config/index.ts';
import type { Readiness } from '../http/plugins/health.ts';
import type { Store } from '../store/index.ts';
import type { Engine } from './engine.ts';
import { neededModels } from './models.ts';

/** Whether requests sent now would be served. The engine's own rule of admission decides, so that the two agree. */
export async function readiness(
  config: Config,
  models: Pick<ModelStore, 'missing'>,
  store: Pick<Store, 'ready' | 'writable'>,
  engine: Pick<Engine, 'state' | 'hasRoom'>,
): Promise<Readiness> {
  const missing = models.missing(neededModels(config));
  const reads = await succeeds(store.ready());
  const writes = reads && (await succeeds(store.writable()));
  const { status, queued, running, up, processes } = engine.state();
  const engineReady = up > 0 && (status === 'ready' || status === 'degraded') && engine.hasRoom();
  return {
    ready: missing.length === 0 && writes && engineReady,
    models: { ready: missing.length === 0, missing },
    database: { ready: writes, reads, writes },
    engine: { status, processes: processes.length, ready: up, queued, running, maxQueue: config.maxQueue },
  };
}

function succeeds(work: Promise<void>): Promise<boolean> {
  return work.then(
    () => true,
    () => false,
  );
}
