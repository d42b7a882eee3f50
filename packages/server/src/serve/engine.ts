import type { EngineJobs } from '@locutor/contract';
import { type BusPool, createEnginePool, type PoolEvent, physicalCores } from '@locutor/engine';
import type { ModelStore } from '@locutor/models';
import type { Logger } from 'pino';
import type { Config } from '../config/index.ts';
import { modelFor } from '../models/model-choice.ts';
import { traceJob } from '../tracing/trace-job.ts';
import { ModelRepair } from './model-repair.ts';
import { neededModels } from './models.ts';

/** The engine processes of this machine. */
export type LocalEngine = ReturnType<typeof createEnginePool>;
/** Those, or the workers of a bus. */
export type Engine = LocalEngine | BusPool<EngineJobs>;

const MEBIBYTE = 1024 ** 2;

/** The engine pool as the configuration wants it, with these recognisers loaded from the start. Not started. */
export function createEngine(
  config: Config,
  models: ModelStore,
  log: Logger,
  preload = [modelFor(config.language, config)],
  onEvent: (event: PoolEvent) => void = () => {},
): LocalEngine {
  const repair = new ModelRepair({
    store: models,
    needed: [...new Set([...neededModels(config), ...preload])],
    policy: config.modelsFetch,
    log,
  });
  return createEnginePool({
    settings: {
      voiceActivityModel: models.path('silero-vad', 'vad.onnx'),
      speakerModel: models.path('speaker-embedding', 'embedding.ort'),
      modelsDir: models.dir,
      preload,
      modelIdleMinutes: config.modelIdleMinutes,
      audio: { maxBytes: config.maxBodyBytes, maxSeconds: config.maxAudioSeconds },
    },
    processes: config.workers === 'auto' ? physicalCores() : config.workers,
    maxQueue: config.maxQueue,
    defaultDeadlineMs: config.jobSeconds * 1000,
    progressMs: config.engineProgressSeconds * 1000,
    memoryLimitBytes: config.engineMemoryMb * MEBIBYTE,
    logger: log,
    onEvent: (event) => {
      onEvent(event);
      repair.onEvent(event);
    },
    traceJob,
  });
}
