import type { EngineJobs } from '@locutor/contract';
import { type BusPool, EMOTION_MODELS, type FleetState, type PoolEvent } from '@locutor/engine';
import type { Logger } from 'pino';
import type { Config } from '../config/index.ts';
import type { BusFigures } from '../metrics/bus-metrics.ts';
import type { ModelLibrary } from '../models/model-library.ts';
import type { RecognitionModels } from '../models/recognition-models.ts';
import { createEngine, type Engine } from './engine.ts';
import { neededModels, readyModels } from './models.ts';
import { FetchedModels } from './recognition-models.ts';
import { StoredModels } from './stored-models.ts';

/** Where jobs run, and what is known of the models there. */
export interface EngineSource {
  readonly engine: Engine;
  /** Models that requests may ask for. */
  readonly models: RecognitionModels;
  readonly library: ModelLibrary;
  /** Those that this configuration needs and lacks. */
  missing(): readonly string[];
  readonly emotion: { installed(): boolean };
  /** Of the models of this machine. */
  readonly modelsDir?: string;
  /** Where jobs run on the workers of a bus. */
  readonly fleet?: () => FleetState & Pick<BusFigures, 'needed'>;
  start(): Promise<void>;
  /** Ends downloads; whoever waits for one gets CANCELED. */
  closeModels(): void;
  /** Gives up what is still at work; a worker in this process has so long to finish the jobs of others. */
  close(timeoutMs: number): Promise<void>;
}

/** The engine processes of this machine. */
export async function localEngine(
  config: Config,
  log: Logger,
  onEvent?: (event: PoolEvent) => void,
): Promise<EngineSource> {
  const store = await readyModels(config);
  const engine = createEngine(config, store, log, undefined, onEvent);
  const models = new FetchedModels({ store, policy: config.modelsFetch, log });
  const library = new StoredModels({ store, log });
  return {
    engine,
    models,
    library,
    missing: () => store.missing(neededModels(config)),
    emotion: { installed: () => store.missing(EMOTION_MODELS).length === 0 },
    modelsDir: store.dir,
    start: () => engine.start(),
    closeModels() {
      models.close();
      library.close();
    },
    close: () => engine.drain({ timeoutMs: 0 }),
  };
}

export type Fleet = BusPool<EngineJobs>;
