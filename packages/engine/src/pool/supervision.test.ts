import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { EngineDiedError, EngineMemoryError } from './errors.ts';
import { isAlive, testPool, until } from './test-support/test-pool.mjs';

const MB = 2 ** 20;

function scratchFile(): string {
  const folder = mkdtempSync(join(tmpdir(), 'locutor-pool-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  return join(folder, 'log');
}

describe('a process that dies', () => {
  test.each([
    ['kill', /signal SIGKILL/],
    ['exit', /exit code 7/],
    ['throw', /exit code 1/],
  ] as const)('by %s fails the one job on it, and another takes its place', async (how, end) => {
    const { pool } = testPool({ processes: 2 });
    await pool.start();
    const other = pool.run('sleep', { ms: 100 });
    const dying = pool.run('die', { how });
    const queued = pool.run('echo', 'queued');
    await expect(dying).rejects.toThrow(EngineDiedError);
    await expect(dying).rejects.toThrow(end);
    expect(await other).toBe(100);
    expect(await queued).toBe('queued');
    await until(() => pool.state().up === 2);
    expect(pool.state()).toMatchObject({ status: 'ready', queued: 0, running: 0 });
    expect(pool.state().processes.map((process) => process.restarts)).toEqual([0, 1]);
  });

  test('from outside, in the middle of a job, does the same', async () => {
    const { pool } = testPool();
    await pool.start();
    const pid = pool.state().processes[0]!.pid!;
    const onPartial = () => process.kill(pid, 'SIGKILL');
    const running = pool.run('count', { to: 1, after: 'compute' }, { onPartial });
    const queued = pool.run('echo', 2);
    await expect(running).rejects.toThrow(EngineDiedError);
    expect(await queued).toBe(2);
    expect(isAlive(pid)).toBe(false);
  });

  test('after a job began never runs that job again', async () => {
    const path = scratchFile();
    const { pool } = testPool();
    await pool.start();
    await expect(pool.run('die', { how: 'kill', path })).rejects.toThrow(EngineDiedError);
    await pool.run('echo', null);
    expect(readFileSync(path, 'utf8')).toBe('ran\n');
  });

  test('before a job began passes the job on', async () => {
    const path = scratchFile();
    const { pool } = testPool();
    await pool.start();
    const first = pool.state().processes[0]!.pid!;
    process.kill(first, 'SIGSTOP');
    const done = pool.run('append', { path, line: 'effect' });
    process.kill(first, 'SIGKILL');
    await done;
    expect(readFileSync(path, 'utf8')).toBe('effect\n');
  });

  test('while its partial results are out leaves them with the caller', async () => {
    const { pool } = testPool();
    await pool.start();
    const seen: number[] = [];
    const dying = pool.run('count', { to: 3, after: 'kill' }, { onPartial: (n) => seen.push(n) });
    await expect(dying).rejects.toThrow(EngineDiedError);
    expect(seen).toEqual([1, 2, 3]);
  });

  test('again and again is started ever more slowly, and the pool says that it is degraded', async () => {
    const { pool, events } = testPool({ backoff: { minMs: 8, maxMs: 32 } });
    await pool.start();
    for (let round = 0; round < 4; round++) {
      await expect(pool.run('die', { how: 'exit' })).rejects.toThrow(EngineDiedError);
    }
    const delays = events.flatMap((event) => (event.type === 'restart' ? [event.delayMs] : []));
    for (const [index, full] of [8, 16, 32, 32].entries()) {
      expect(delays[index]).toBeGreaterThanOrEqual(full / 2);
      expect(delays[index]).toBeLessThanOrEqual(full);
    }
    expect(pool.state()).toMatchObject({ status: 'degraded', reason: 'exit code 7' });
    expect(await pool.run('echo', 1)).toBe(1);
  });

  test('after a healthy time counts as if for the first time', async () => {
    const { pool, events } = testPool({ backoff: { minMs: 8, maxMs: 1000 }, healthyAfterMs: 1 });
    await pool.start();
    for (let round = 0; round < 5; round++) {
      await pool.run('sleep', { ms: 5 });
      await expect(pool.run('die', { how: 'exit' })).rejects.toThrow(EngineDiedError);
    }
    const delays = events.flatMap((event) => (event.type === 'restart' ? [event.delayMs] : []));
    expect(Math.max(...delays)).toBeLessThanOrEqual(8);
  });
});

describe('memory', () => {
  test('over the limit ends the job and its process', async () => {
    const { pool, events } = testPool({ memoryLimitBytes: 250 * MB, memoryCheckMs: 20 });
    await pool.start();
    const error = await pool.run('grow', null).catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(EngineMemoryError);
    expect((error as EngineMemoryError).rssBytes).toBeGreaterThan(250 * MB);
    expect(await pool.run('echo', 1)).toBe(1);
    expect(events).toContainEqual({ type: 'kill', process: 1, reason: 'memory' });
    expect(events).toContainEqual({ type: 'restart', process: 1, delayMs: 0 });
    expect(pool.state()).toMatchObject({ status: 'ready', processes: [{ restarts: 1, failure: undefined }] });
  });

  test('over the soft limit has an idle process replaced without a lost job', async () => {
    const { pool, events } = testPool({ memoryLimitBytes: 500 * MB, memorySoftLimitBytes: 300 * MB });
    await pool.start();
    const first = await pool.run('pid', null);
    const answers = await Promise.all([
      pool.run('keep', { bytes: 300 * MB }).then(() => 'kept'),
      pool.run('echo', 'after'),
    ]);
    expect(answers).toEqual(['kept', 'after']);
    // Memory is looked at between jobs, on a busy machine not after the first one.
    await expect.poll(() => pool.run('pid', null)).not.toBe(first);
    expect(events.find((event) => event.type === 'memory')).toMatchObject({ action: 'recycle' });
    expect(events.filter((event) => event.type === 'kill')).toEqual([]);
    await expect.poll(() => isAlive(first)).toBe(false);
  });

  test('that the models alone need is no reason to replace the process for ever', async () => {
    const settings = { start: 'grow', megabytes: 300 };
    const { pool, events } = testPool({
      settings,
      memoryLimitBytes: 600 * MB,
      memorySoftLimitBytes: 200 * MB,
      memoryCheckMs: 10,
    });
    await pool.start();
    for (let round = 0; round < 10; round++) await pool.run('sleep', { ms: 20 });
    expect(events.filter((event) => event.type === 'restart')).toEqual([]);
  });
});

describe('a model file that cannot be loaded', () => {
  const unusable = { type: 'model-unusable', process: 1, file: '/models/test/model.onnx' };

  test('at the start is reported, and so is the failed start', async () => {
    const { pool, events } = testPool({ settings: { start: 'unloadable' } });
    await expect(pool.start()).rejects.toThrow(
      'the test model /models/test/model.onnx cannot be loaded: bad magic',
    );
    expect(events).toContainEqual(unusable);
    expect(events.find(({ type }) => type === 'start-failed')).toMatchObject({
      process: 1,
      reason: expect.stringContaining('bad magic'),
    });
  });

  test('in a job is reported, and the process goes on', async () => {
    const { pool, events } = testPool();
    await pool.start();
    await expect(pool.run('unloadable', null)).rejects.toMatchObject({ code: 'ENGINE_INTERNAL' });
    expect(events).toContainEqual(unusable);
    expect(events.filter(({ type }) => type === 'start-failed')).toEqual([]);
    expect(await pool.run('echo', 1)).toBe(1);
  });
});

test('an idle process that hangs is replaced', async () => {
  const { pool, events } = testPool({ pingMs: 40 });
  await pool.start();
  const first = await pool.run('pid', null);
  await pool.run('hang-later', null);
  await until(() => events.some((event) => event.type === 'kill' && event.reason === 'hung'));
  expect(await pool.run('pid', null)).not.toBe(first);
});

test('a busy process that answers no ping is left alone', async () => {
  const { pool, events } = testPool({ pingMs: 20 });
  await pool.start();
  const busy = pool.run('spin', null, { deadlineMs: 500 });
  await expect(busy).rejects.toMatchObject({ code: 'DEADLINE_EXCEEDED' });
  const kills = () => events.flatMap((event) => (event.type === 'kill' ? [event.reason] : []));
  await until(() => kills().length > 0);
  expect(kills()).toEqual(['cancel-ignored']);
});
