import type { EngineSettings } from '@locutor/contract';
import { createEnginePool, EnginePool } from '@locutor/engine';
import { median } from '../statistics.ts';
import type { BenchJobs } from './bench-jobs.ts';

const registry = new URL('./bench-jobs.js', import.meta.url).href;

async function withBenchPool<T>(measure: (pool: EnginePool<BenchJobs>) => Promise<T>): Promise<T> {
  const pool = new EnginePool<BenchJobs>({ registry, settings: {}, processes: 1 });
  await pool.start();
  try {
    return await measure(pool);
  } finally {
    await pool.drain({ timeoutMs: 0 });
  }
}

export interface Overhead {
  totalMs: number;
  /** How long the call itself holds the event loop of the main process. */
  blockedMs: number;
}

/** A job that does nothing, one after the other, with so many bytes of input. */
export function overhead(sizes: readonly number[], rounds: number): Promise<Overhead[]> {
  return withBenchPool(async (pool) => {
    const inputs = sizes.map((size) => ({ bytes: new Uint8Array(size) }));
    const totals = sizes.map(() => [] as number[]);
    const blocked = sizes.map(() => [] as number[]);
    for (let round = 0; round < rounds; round++) {
      for (const [index, input] of inputs.entries()) {
        const start = performance.now();
        const answer = pool.run('nothing', input);
        blocked[index]!.push(performance.now() - start);
        await answer;
        totals[index]!.push(performance.now() - start);
      }
    }
    return sizes.map((_, index) => ({ totalMs: median(totals[index]!), blockedMs: median(blocked[index]!) }));
  });
}

/** Nanoseconds per checkpoint in a loop of nothing else, its turns of the event loop included. */
export function checkpointCost(): Promise<number> {
  return withBenchPool((pool) => pool.run('checkpoint-cost', null));
}

/** Milliseconds from an abort until the process has done another job. */
export function cancelLatency(rounds: number): Promise<number> {
  return withBenchPool(async (pool) => {
    const latencies: number[] = [];
    for (let round = 0; round < rounds; round++) {
      const controller = new AbortController();
      const canceled = pool.run('compute', null, { signal: controller.signal }).catch(() => {});
      await new Promise((resolve) => setTimeout(resolve, 20));
      const start = performance.now();
      controller.abort();
      await Promise.all([canceled, pool.run('nothing', null)]);
      latencies.push(performance.now() - start);
    }
    return median(latencies);
  });
}

/** Voice activity jobs per second on one and on several processes, in turns. */
export async function throughput(settings: EngineSettings, counts: readonly number[], rounds: number) {
  const samples = Float32Array.from({ length: 5 * 16_000 }, () => Math.random() - 0.5);
  const pools = counts.map((processes) => createEnginePool({ processes, settings, maxQueue: 100 }));
  const rates = counts.map(() => [] as number[]);
  await Promise.all(pools.map((pool) => pool.start()));
  for (let round = 0; round < rounds; round++) {
    for (const [index, pool] of pools.entries()) {
      const jobs = 16 * counts[index]!;
      const start = performance.now();
      await Promise.all(
        Array.from({ length: jobs }, () => pool.run('detect-speech', { audio: { samples } })),
      );
      rates[index]!.push((1000 * jobs) / (performance.now() - start));
    }
  }
  const rssBytes = Math.max(
    ...pools.flatMap((pool) => pool.state().processes.map((engine) => engine.rssBytes)),
  );
  await Promise.all(pools.map((pool) => pool.drain({ timeoutMs: 0 })));
  return { perSecond: rates.map(median), rssBytes };
}

/** Milliseconds from a kill until the next process has its model loaded: pause and start. */
export async function restartTime(settings: EngineSettings, rounds: number): Promise<number> {
  let ready = () => {};
  const pool = createEnginePool({
    processes: 1,
    settings,
    healthyAfterMs: 0,
    onEvent: (event) => event.type === 'ready' && ready(),
  });
  await pool.start();
  const times: number[] = [];
  for (let round = 0; round < rounds; round++) {
    const again = new Promise<void>((resolve) => {
      ready = resolve;
    });
    const start = performance.now();
    process.kill(pool.state().processes[0]!.pid!, 'SIGKILL');
    await again;
    times.push(performance.now() - start);
  }
  await pool.drain({ timeoutMs: 0 });
  return median(times);
}
