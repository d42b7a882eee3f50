import { expect, test } from 'vitest';
import { EnginePool } from './engine-pool.ts';

test('a process that ends while it is being launched is a failed start', async () => {
  const pool = new EnginePool({
    settings: {},
    processes: 1,
    startAttempts: 2,
    backoff: { minMs: 1, maxMs: 2 },
    launch: (_, events) => {
      events.onEnd('exit code 7');
      return { pid: undefined, send: () => {}, kill: () => {} };
    },
  });
  await expect(pool.start()).rejects.toThrow('exit code 7');
  expect(pool.state().processes[0]).toMatchObject({ state: 'waiting', restarts: 2, failure: 'exit code 7' });
  await pool.drain({ timeoutMs: 0 });
});
