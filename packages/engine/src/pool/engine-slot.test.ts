import { PROTOCOL_VERSION } from '@locutor/contract';
import { afterEach, expect, test, vi } from 'vitest';
import { EnginePool } from './engine-pool.ts';
import type { PoolEvent } from './events.ts';
import { FakeEngines } from './test-support/fake-engines.mjs';

afterEach(() => void vi.useRealTimers());

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

/** A pool whose first process has just been killed and is not gone yet; the second is still starting. */
function poolWithDyingProcess() {
  vi.useFakeTimers();
  const engines = new FakeEngines();
  const events: PoolEvent[] = [];
  const pool = new EnginePool<{ test: { input: null; output: number; partial: never } }>({
    settings: {},
    processes: 2,
    launch: engines.launch,
    memoryLimitBytes: 1000,
    memoryCheckMs: 20,
    pingMs: 1e6,
    startTimeoutMs: 1e6,
    onEvent: (event) => events.push(event),
  });
  pool.start().catch(() => {});
  const [dying, other] = engines.alive;
  dying!.becomeReady();
  const first = pool.run('test', null);
  const second = pool.run('test', null);
  dying!.begin();
  dying!.say({ type: 'pong', rssBytes: 2000 });
  while (!events.some((event) => event.type === 'kill')) vi.advanceTimersByTime(1);
  expect(dying!.alive).toBe(true);
  return { pool, engines, events, dying: dying!, other: other!, first, second };
}

test('an answer that crosses the kill counts, and the dying process gets no other job', async () => {
  const { engines, events, dying, other, first, second } = poolWithDyingProcess();
  dying.answer('done');
  expect(await first).toBe(1);
  expect(dying.job).toBeUndefined();
  await vi.advanceTimersByTimeAsync(5);
  expect(events).toContainEqual({ type: 'exit', process: 1, end: 'signal SIGKILL', planned: true });
  other.becomeReady();
  other.answer('done');
  expect(await second).toBe(2);
  expect(engines.sent.map(({ job }) => job)).toEqual([1, 2]);
});

test('a process that says it is ready after it was killed gets no job', async () => {
  const { pool, dying, first } = poolWithDyingProcess();
  dying.say({ type: 'ready', protocol: PROTOCOL_VERSION, kinds: ['test'], rssBytes: 1 });
  expect(pool.state().processes[0]).toMatchObject({ state: 'stopping' });
  const rejected = expect(first).rejects.toMatchObject({ name: 'EngineMemoryError' });
  await vi.advanceTimersByTimeAsync(5);
  await rejected;
});
