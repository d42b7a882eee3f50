// The main process of a leak test, in plain Node: under a test runner the runner's own growth would be measured.
// Runs jobs of every kind and end, and prints what 1,000 of them leave behind in both processes.
import { getEventListeners } from 'node:events';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { EnginePool } from '../../../dist/pool/engine-pool.js';

const WARM_UP = 1000;
const JOBS = 1000;
const [planted, plantedBytes] = [process.argv[2], Number(process.argv[3])];

const registry = new URL('./test-jobs.mjs', import.meta.url).href;
const pool = new EnginePool({ registry, settings: {}, processes: 1, cancelGraceMs: 2000 });
const { signal } = new AbortController();
const kept = [];

/** Answers, refusals, cancels while waiting and running, deadlines, partial results, bytes by both ways. */
async function job(n) {
  if (planted === 'main') kept.push(Buffer.alloc(plantedBytes, 1));
  if (planted === 'engine') await pool.run('keep', { bytes: plantedBytes });
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
    case 5:
      return pool.run('echo', n, { signal, continues: 'ahead' });
    default:
      return pool.run('echo', { n, bytes: new Uint8Array(1000) }, { signal });
  }
}

async function runJobs(first, count) {
  for (let n = first; n < first + count; n += 10) {
    await Promise.all(Array.from({ length: 10 }, (_, offset) => job(n + offset)));
  }
}

async function footprint() {
  // Once this is answered, canceled jobs have left the process and their bytes the pipes.
  const engine = await pool.run('inside', null);
  // Several times: freed byte arrays leave the books only after a collection, and take another one with them.
  for (let n = 0; n < 4; n++) {
    globalThis.gc();
    await nextTurn();
  }
  const { heapUsed, external } = process.memoryUsage();
  return {
    main: { heldBytes: heapUsed + external, resources: process.getActiveResourcesInfo().length },
    engine,
  };
}

await pool.start();
await runJobs(0, WARM_UP);
const before = await footprint();
await runJobs(WARM_UP, JOBS);
const after = await footprint();
const state = pool.state();
await pool.drain({ timeoutMs: 5000 });
const growth = (side) => ({
  bytesPerJob: (after[side].heldBytes - before[side].heldBytes) / JOBS,
  resources: after[side].resources - before[side].resources,
});
console.log(
  JSON.stringify({
    main: growth('main'),
    engine: growth('engine'),
    listeners: getEventListeners(signal, 'abort').length,
    restarts: state.processes[0].restarts,
    kept: kept.length,
  }),
);
