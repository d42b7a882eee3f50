import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { EngineUnavailableError, PoolClosedError } from './errors.ts';
import { isAlive, testPool, until } from './test-support/test-pool.mjs';

function scratchFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'locutor-pool-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  return folder;
}

describe('a process that cannot start', () => {
  test.each([
    ['throw', 'the test model is missing'],
    ['exit', 'exit code 3'],
    ['hang', 'slow-start, signal SIGKILL'],
  ])('(%s) makes the pool degraded and fails the jobs that wait', async (start, reason) => {
    const { pool } = testPool({
      processes: 2,
      settings: { start },
      startTimeoutMs: start === 'hang' ? 500 : 60_000,
    });
    const started = pool.start();
    const waiting = Promise.allSettled([pool.run('echo', 1), pool.run('echo', 2)]);
    await expect(started).rejects.toThrow(`No engine process is available: ${reason}`);
    for (const result of await waiting) {
      expect(result).toMatchObject({ status: 'rejected', reason: { code: 'ENGINE_UNAVAILABLE' } });
    }
    await expect(pool.run('echo', 3)).rejects.toThrow(reason);
    expect(pool.state()).toMatchObject({ status: 'degraded', reason, queued: 0, running: 0, up: 0 });
  });

  test('is tried again with pauses, not in a hot loop', async () => {
    const { pool, events } = testPool({ settings: { start: 'exit' }, backoff: { minMs: 50, maxMs: 10_000 } });
    await expect(pool.start()).rejects.toBeInstanceOf(EngineUnavailableError);
    const restarts = () => events.flatMap((event) => (event.type === 'restart' ? [event.delayMs] : []));
    await until(() => restarts().length >= 4);
    for (const [index, delay] of restarts().entries()) expect(delay).toBeGreaterThanOrEqual(25 * 2 ** index);
  });

  test('comes back by itself when the cause is gone', async () => {
    const startWhen = join(scratchFolder(), 'model');
    const { pool } = testPool({ settings: { startWhen } });
    await expect(pool.start()).rejects.toThrow('the test model is not there yet');
    writeFileSync(startWhen, '');
    await until(() => pool.state().up === 1);
    expect(pool.state()).toMatchObject({ status: 'ready', reason: undefined });
    expect(await pool.run('echo', 1)).toBe(1);
  });

  test('because its models are over the memory limit says so', async () => {
    const settings = { start: 'grow', megabytes: 200 };
    const { pool } = testPool({ settings, memoryLimitBytes: 150 * 2 ** 20 });
    await expect(pool.start()).rejects.toThrow(/models take \d+ bytes; the memory limit is 157286400/);
  });

  test('because its registry is missing says so', async () => {
    const { pool } = testPool({ registry: new URL('./nowhere.mjs', import.meta.url).href });
    await expect(pool.start()).rejects.toThrow(/Cannot find module .*nowhere\.mjs/);
  });
});

describe('draining', () => {
  test('finishes what was accepted, refuses the rest, and leaves no process', async () => {
    const { pool } = testPool({ processes: 2 });
    await pool.start();
    const pids = pool.state().processes.map((process) => process.pid!);
    const accepted = Array.from({ length: 12 }, (_, n) => pool.run('sleep', { ms: 20 + n }));
    const drained = pool.drain({ timeoutMs: 60_000 });
    expect(pool.state().status).toBe('draining');
    await expect(pool.run('echo', 1)).rejects.toBeInstanceOf(PoolClosedError);
    expect(await Promise.all(accepted)).toEqual(Array.from({ length: 12 }, (_, n) => 20 + n));
    await drained;
    expect(pool.state()).toMatchObject({ status: 'stopped', up: 0, queued: 0, running: 0 });
    expect(pids.map(isAlive)).toEqual([false, false]);
  });

  test('cancels what is left when its time is up, stuck or waiting', async () => {
    const { pool } = testPool({ processes: 2 });
    await pool.start();
    const pids = pool.state().processes.map((process) => process.pid!);
    const stuck = [pool.run('spin', null), pool.run('compute', null)];
    const waiting = pool.run('echo', 1);
    const settled = Promise.allSettled([...stuck, waiting]);
    await pool.drain({ timeoutMs: 100 });
    for (const result of await settled) {
      expect(result).toMatchObject({
        status: 'rejected',
        reason: { name: 'JobCanceledError', by: 'shutdown' },
      });
    }
    expect(pids.map(isAlive)).toEqual([false, false]);
  });

  test('while the processes still start lets waiting jobs run', async () => {
    const { pool } = testPool();
    const started = pool.start();
    const job = pool.run('echo', 1);
    const over = Promise.allSettled([started, pool.drain({ timeoutMs: 60_000 })]);
    expect(await job).toBe(1);
    await over;
    expect(pool.state().status).toBe('stopped');
  });

  test('twice is draining once, and a pool that never started just stops', async () => {
    const { pool } = testPool();
    expect(pool.drain({ timeoutMs: 0 })).toBe(pool.drain({ timeoutMs: 9999 }));
    await pool.drain({ timeoutMs: 0 });
    expect(pool.state().status).toBe('stopped');
  });

  test('with a canceled but stuck job on a process does not wait for it', async () => {
    const { pool } = testPool({ cancelGraceMs: 600_000 });
    await pool.start();
    await expect(pool.run('spin', null, { deadlineMs: 100 })).rejects.toMatchObject({
      code: 'DEADLINE_EXCEEDED',
    });
    await pool.drain({ timeoutMs: 600_000 });
    expect(pool.state().status).toBe('stopped');
    await expect(pool.run('echo', 1)).rejects.toBeInstanceOf(PoolClosedError);
  });

  test('is not undone by a process that dies meanwhile', async () => {
    const { pool } = testPool({ processes: 2 });
    await pool.start();
    const dying = pool.run('die', { how: 'kill' });
    const lasting = pool.run('sleep', { ms: 200 });
    const queued = pool.run('echo', 1);
    const drained = pool.drain({ timeoutMs: 60_000 });
    await expect(dying).rejects.toMatchObject({ code: 'ENGINE_DIED' });
    expect(await lasting).toBe(200);
    expect(await queued).toBe(1);
    await drained;
    expect(pool.state().processes.every((process) => process.pid === undefined)).toBe(true);
  });
});

test('a canceled start says that the pool was stopped', async () => {
  const { pool } = testPool();
  const started = pool.start();
  const drained = pool.drain({ timeoutMs: 0 });
  await expect(started).rejects.toThrow('the pool was stopped');
  await drained;
});
