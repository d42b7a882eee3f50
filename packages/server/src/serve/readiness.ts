import type { FleetState } from '@locutor/engine';
import type { Config } from '../config/index.ts';
import type { Readiness } from '../http/plugins/health.ts';
import type { Store } from '../store/index.ts';
import type { EngineSource } from './engine-source.ts';

/** Whether requests sent now would be served. The engine's own rule of admission decides, so that the two agree. */
export async function readiness(
  config: Config,
  store: Pick<Store, 'ready' | 'writable'>,
  source: Pick<EngineSource, 'missing' | 'fleet'> & {
    readonly engine: Pick<EngineSource['engine'], 'state' | 'hasRoom'>;
  },
): Promise<Readiness> {
  const { engine, fleet } = source;
  const missing = source.missing();
  const reads = await succeeds(store.ready());
  const writes = reads && (await succeeds(store.writable()));
  const { status, queued, running, up, processes } = engine.state();
  const engineReady = up > 0 && (status === 'ready' || status === 'degraded') && engine.hasRoom();
  return {
    ready: missing.length === 0 && writes && engineReady,
    models: { ready: missing.length === 0, missing },
    database: { ready: writes, reads, writes },
    engine: { status, processes: processes.length, ready: up, queued, running, maxQueue: config.maxQueue },
    ...(fleet && { bus: busState(fleet()) }),
  };
}

function busState({ connected, workers, incompatible }: FleetState): NonNullable<Readiness['bus']> {
  return { connected, workers: workers.length, incompatible };
}

function succeeds(work: Promise<void>): Promise<boolean> {
  return work.then(
    () => true,
    () => false,
  );
}
