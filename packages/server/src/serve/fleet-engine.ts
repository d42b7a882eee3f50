import { BusPool, EMOTION_MODELS, type PoolEvent } from '@locutor/engine';
import type { Logger } from 'pino';
import type { Config } from '../config/index.ts';
import { traceJob } from '../tracing/trace-job.ts';
import { busOptions } from './bus-options.ts';
import type { EngineSource, Fleet } from './engine-source.ts';
import { FleetModels } from './fleet-models.ts';
import { neededModels } from './models.ts';
import { ofProcesses, startWorker } from './worker.ts';

/**
 * The workers of a bus. With a local engine this process is one of them: its jobs take the same way as all others, so
 * that a busy machine hands its jobs to an idle one.
 */
export async function fleetEngine(
  config: Config,
  log: Logger,
  onEvent: (event: PoolEvent) => void = () => {},
): Promise<EngineSource> {
  const engine: Fleet = new BusPool({
    bus: busOptions(config),
    maxQueue: config.maxQueue,
    defaultDeadlineMs: config.jobSeconds * 1000,
    logger: log,
    onEvent,
    traceJob,
  });
  const models = new FleetModels(engine, config.modelsFetch);
  const worker = config.localEngine ? await startWorker(config, log, ofProcesses(onEvent)) : undefined;
  return {
    engine,
    models,
    library: models,
    missing: () => neededModels(config).filter((model) => !engine.has([model])),
    emotion: { installed: () => engine.has(EMOTION_MODELS) },
    ...(worker && { modelsDir: worker.modelsDir }),
    fleet: () => ({ ...engine.fleet(), needed: neededModels(config) }),
    async start() {
      await worker?.ready;
      await engine.start();
    },
    closeModels: () => models.close(),
    async close(timeoutMs) {
      await engine.drain({ timeoutMs: 0 });
      await worker?.close(timeoutMs);
    },
  };
}
