import type { Logger } from 'pino';
import type { Config } from '../config/index.ts';
import { countEngineEvents } from '../metrics/engine-events.ts';
import { ofProcesses, type RunningWorker, startWorker } from './worker.ts';
import { serveWorkerHealth } from './worker-health.ts';

export interface ObservedWorker {
  readonly worker: RunningWorker;
  /** The address of /health/ready, where there is one. */
  readonly health: string | undefined;
  /** As that of the worker. Its probes are answered until the end. */
  close(timeoutMs: number): Promise<void>;
}

/** A worker with its probes and metrics on a port, unless that is off. */
export async function startObservedWorker(
  config: Config,
  port: number | 'off',
  log: Logger,
): Promise<ObservedWorker> {
  const events = countEngineEvents();
  const worker = await startWorker(config, log, ofProcesses(events.onEvent));
  if (port === 'off') return { worker, health: undefined, close: (ms) => worker.close(ms) };
  try {
    const served = await serveWorkerHealth(config, port, log, worker, [events.measure]);
    return {
      worker,
      health: `${served.address}/health/ready`,
      async close(timeoutMs) {
        await worker.close(timeoutMs);
        await served.close();
      },
    };
  } catch (error) {
    await worker.close(0);
    throw error;
  }
}
