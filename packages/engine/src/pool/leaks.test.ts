import { getEventListeners } from 'node:events';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { describe, expect, test } from 'vitest';
import type { EnginePool } from './engine-pool.ts';
import type { TestJobs } from './test-support/test-jobs.mjs';
import { testPool } from './test-support/test-pool.mjs';

const JOBS = 1000;
/** Heap that is still held per job. Code that warms up and the test runner account for 2 to 5 KB; a leak of an input for 100. */
const TOLERATED_BYTES = 16_384;
/** Resident memory also moves with what allocators keep: some MB in 1,000 jobs. */
const TOLERATED_RSS = 32_768;
const PLANTED_BYTES = 65_536;

setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc') as () => void;

interface Footprint {
  heldBytes: number;
  rss: number;
  listeners: number;
  resources: number;
}

async function mainFootprint(): Promise<Footprint> {
  // Twice: freed byte arrays leave the books only after the first collection.
  collectGarbage();
  await nextTurn();
  collectGarbage();
  const { heapUsed, external, rss } = process.memoryUsage();
  const listeners = process.eventNames().reduce((sum, name) => sum + process.listenerCount(name), 0);
  return {
    heldBytes: heapUsed + external,
    rss,
    listeners,
    resources: process.getActiveResourcesInfo().length,
  };
}

/** What 1,000 jobs leave behind, after 300 that warm up, in the main process and in the engine process. */
async function growth(pool: EnginePool<TestJobs>, job: (n: number) => Promise<unknown>) {
  const runBatch = async (first: number, last: number) => {
    for (let n = first; n < last; n += 10) {
      await Promise.all(Array.from({ length: 10 }, (_, offset) => job(n + offset)));
    }
  };
  await runBatch(0, 300);
  const before = { main: await mainFootprint(), engine: await pool.run('inside', null) };
  await runBatch(300, 300 + JOBS);
  const after = { main: await mainFootprint(), engine: await pool.run('inside', null) };
  const difference = (side: 'main' | 'engine') => ({
    bytesPerJob: (after[side].heldBytes - before[side].heldBytes) / JOBS,
    rssPerJob: (after[side].rss - before[side].rss) / JOBS,
    listeners: after[side].listeners - before[side].listeners,
    resources: after[side].resources - before[side].resources,
  });
  return { main: difference('main'), engine: difference('engine') };
}

/** Ends of every kind: answers, refusals, faults, cancels while waiting and running, deadlines, bytes by both ways. */
function mixedJob(pool: EnginePool<TestJobs>, signal: AbortSignal) {
  return async (n: number): Promise<unknown> => {
    switch (n % 10) {
      case 0:
        return pool.run('echo', new Uint8Array(100_000), { signal });
      case 1:
        return pool.run('refuse', { code: 'NO', message: 'no', data: {} }, { signal }).catch(() => {});
      case 2: {
        const controller = new AbortController();
        const canceled = pool.run('sleep', { ms: 1000 }, { signal: controller.signal }).catch(() => {});
        controller.abort();
        return canceled;
      }
      case 3:
        return pool.run('sleep', { ms: 1000 }, { signal, deadlineMs: 3 }).catch(() => {});
      case 4:
        return pool.run('count', { to: 5, after: 'return' }, { signal, onPartial: () => {} });
      default:
        return pool.run('echo', { n, bytes: new Uint8Array(1000) }, { signal });
    }
  };
}

describe('1,000 jobs', () => {
  test('leave no memory, listener or handle behind', async () => {
    const { pool } = testPool({ onEvent: () => {} });
    await pool.start();
    const { signal } = new AbortController();
    const grown = await growth(pool, mixedJob(pool, signal));
    for (const side of [grown.main, grown.engine]) {
      expect(side.bytesPerJob).toBeLessThan(TOLERATED_BYTES);
      expect(side.rssPerJob).toBeLessThan(TOLERATED_RSS);
      expect(side.listeners).toBeLessThanOrEqual(0);
      expect(side.resources).toBeLessThanOrEqual(2);
    }
    expect(getEventListeners(signal, 'abort')).toEqual([]);
    expect(pool.state()).toMatchObject({ queued: 0, running: 0, processes: [{ restarts: 0 }] });
  });

  test('that keep something in the engine process are found out', async () => {
    const { pool } = testPool({ onEvent: () => {} });
    await pool.start();
    const { engine } = await growth(pool, () => pool.run('keep', { bytes: PLANTED_BYTES }));
    expect(engine.bytesPerJob).toBeGreaterThan(TOLERATED_BYTES);
    expect(engine.rssPerJob).toBeGreaterThan(TOLERATED_RSS);
  });

  test('that keep something in the main process are found out', async () => {
    const { pool } = testPool({ onEvent: () => {} });
    await pool.start();
    const { signal } = new AbortController();
    const mixed = mixedJob(pool, signal);
    const kept: unknown[] = [];
    const { main } = await growth(pool, async (n) => {
      kept.push(Buffer.alloc(PLANTED_BYTES, 1));
      await mixed(n);
    });
    expect(kept).toHaveLength(300 + JOBS);
    expect(main.bytesPerJob).toBeGreaterThan(TOLERATED_BYTES);
    expect(main.rssPerJob).toBeGreaterThan(TOLERATED_RSS);
  });
});
