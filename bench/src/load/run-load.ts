import { availableParallelism } from 'node:os';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { BenchServer } from '../bench-server.ts';
import { capacity } from './capacity.ts';
import { cheapRequests } from './cheap-requests.ts';
import { engineRequests } from './engine-requests.ts';
import { MemoryWatch, type ProcessMemory } from './memory-watch.ts';
import { type ClientOutcome, drive } from './stream.ts';

/** May do everything, as the token of the first start may: two clients of the same server. */
const SECOND_TOKEN = 'bench-second-token-0123456789';

export interface LoadOptions {
  readonly seconds: number;
  /** How much more than it can do is asked of the server. */
  readonly factor: number;
  readonly capacitySeconds: number;
  readonly cheapPerSecond: number;
  readonly seed: number;
  readonly env?: NodeJS.ProcessEnv;
  /** Another checkout, built, whose server is measured. */
  readonly root?: string | undefined;
}

export interface LoadResult {
  /** Requests of the engine's mix that the server answers a second. */
  readonly capacity: number;
  readonly engine: readonly ClientOutcome[];
  readonly cheap: readonly ClientOutcome[];
  readonly memory: readonly ProcessMemory[];
  /** How late the events of the load generator itself were, p99 in milliseconds. */
  readonly ownDelayMs: number;
  /** The same of the main process of the server, by its own metrics. */
  readonly serverDelayMs: number;
  readonly exitCode: number | string;
  readonly log: string;
}

/**
 * A real server under more load than it can bear. Of the work for the engine, four fifths come from one client, which
 * asks for more than its share, and one fifth from another, which asks for less; cheap requests come from both.
 */
export async function runLoad(options: LoadOptions): Promise<LoadResult> {
  const { seconds, factor, capacitySeconds, cheapPerSecond, seed } = options;
  const server = await BenchServer.start({
    env: { LOCUTOR_TOKEN: SECOND_TOKEN, LOCUTOR_MODELS_FETCH: 'start', ...options.env },
    ...(options.root !== undefined && { root: options.root }),
  });
  try {
    const { url, token } = server;
    const engine = await engineRequests(url, token);
    const cheap = await cheapRequests(url);
    const possible = await capacity(url, token, engine, 2 * availableParallelism(), capacitySeconds);
    const delay = monitorEventLoopDelay({ resolution: 10 });
    delay.enable();
    const memory = new MemoryWatch(server);
    const wanted = factor * possible;
    const greedy = { client: 'greedy', token };
    const modest = { client: 'modest', token: SECOND_TOKEN };
    const streams = [
      { ...greedy, makers: engine, perSecond: 0.8 * wanted },
      { ...modest, makers: engine, perSecond: 0.2 * wanted },
      { ...greedy, makers: cheap, perSecond: cheapPerSecond / 2 },
      { ...modest, makers: cheap, perSecond: cheapPerSecond / 2 },
    ];
    const outcomes = await Promise.all(
      streams.map((stream, index) => drive(url, stream, seconds, seed + index)),
    );
    delay.disable();
    const metrics = await (await fetch(`${url}/metrics`)).text();
    const lag = /^nodejs_eventloop_lag_p99_seconds (\S+)/m.exec(metrics)?.[1];
    const processes = memory.end();
    const exitCode = await server.stop();
    return {
      capacity: possible,
      engine: outcomes.slice(0, 2).flat(),
      cheap: outcomes.slice(2).flat(),
      memory: processes,
      ownDelayMs: delay.percentile(99) / 1e6 - 10,
      serverDelayMs: 1000 * Number(lag) - 10,
      exitCode,
      log: server.log(),
    };
  } finally {
    await server.stop();
  }
}
