import { readFileSync } from 'node:fs';
import { onTestFinished } from 'vitest';
import { EnginePool } from '../engine-pool.ts';

export const testRegistry = new URL('./test-jobs.mjs', import.meta.url).href;

/** A pool of real processes that run the test jobs; gone, with its processes, when the test is over. */
export function testPool(options = {}) {
  const events = [];
  const logged = [];
  const log = (data, message) => logged.push({ ...data, message });
  const pool = new EnginePool({
    registry: testRegistry,
    settings: {},
    processes: 1,
    cancelGraceMs: 200,
    backoff: { minMs: 10, maxMs: 100 },
    onEvent: (event) => events.push(event),
    logger: { debug: log, info: log, warn: log, error: log },
    ...options,
  });
  onTestFinished(() => pool.drain({ timeoutMs: 0 }));
  return { pool, events, logged };
}

/** Resolves once the condition holds; the test's own time limit is the only one. */
export async function until(condition) {
  while (!condition()) await new Promise((resolve) => setTimeout(resolve, 5));
}

/** A process that ended but that nobody has waited for, as an orphan in a container, is dead. */
export function isAlive(pid) {
  try {
    process.kill(pid, 0);
    return process.platform !== 'linux' || !/\) [ZX] /.test(readFileSync(`/proc/${pid}/stat`, 'utf8'));
  } catch {
    return false;
  }
}
