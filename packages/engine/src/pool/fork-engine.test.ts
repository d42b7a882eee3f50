import { EventEmitter } from 'node:events';
import { expect, test, vi } from 'vitest';
import { EnginePool } from './engine-pool.ts';
import type { PoolEvent } from './events.ts';

/** What `fork` gives out of file descriptors: no pid, no pipes, no `send`, and an "error" a moment later. */
vi.mock('node:child_process', async (original) => ({
  ...(await original<object>()),
  fork: () => {
    const child = new EventEmitter();
    process.nextTick(() => child.emit('error', new Error('spawn node EMFILE')));
    return child;
  },
}));

test('a process that cannot be forked is a failed start with a pause before the next', async () => {
  const events: PoolEvent[] = [];
  const pool = new EnginePool({
    settings: {},
    processes: 1,
    startAttempts: 2,
    backoff: { minMs: 1, maxMs: 2 },
    onEvent: (event) => events.push(event),
  });
  await expect(pool.start()).rejects.toThrow('spawn node EMFILE');
  const end = 'it could not be started: spawn node EMFILE';
  expect(events.filter((event) => event.type === 'exit')).toContainEqual({
    type: 'exit',
    process: 1,
    end,
    planned: false,
  });
  expect(pool.state().processes[0]).toMatchObject({ state: 'waiting', failure: end });
  await pool.drain({ timeoutMs: 0 });
});
