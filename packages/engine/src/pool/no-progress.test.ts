import { describe, expect, test } from 'vitest';
import { EngineDiedError } from './errors.ts';
import { isAlive, testPool, until } from './test-support/test-pool.mjs';

describe('a process whose job makes no progress', () => {
  test('because it was stopped is not counted ready, then replaced, and the job fails', async () => {
    const { pool, events } = testPool({ progressMs: 2000 });
    await pool.start();
    const pid = pool.state().processes[0]!.pid!;
    const onPartial = () => process.kill(pid, 'SIGSTOP');
    const stopped = pool.run('count', { to: 1, after: 'compute' }, { onPartial });
    stopped.catch(() => {});
    await until(() => pool.state().up === 0);
    // Not ready while it lives: before it is replaced, and not only because of that.
    expect(isAlive(pid)).toBe(true);
    expect(events.filter(({ type }) => type === 'kill')).toEqual([]);
    expect(pool.state()).toMatchObject({
      status: 'degraded',
      running: 1,
      processes: [{ pid, state: 'busy' }],
    });
    await expect(stopped).rejects.toThrow(EngineDiedError);
    await expect(stopped).rejects.toThrow('no-progress');
    expect(events).toContainEqual({ type: 'kill', process: 1, reason: 'no-progress' });
    expect(await pool.run('pid', null)).not.toBe(pid);
    expect(isAlive(pid)).toBe(false);
    expect(pool.state()).toMatchObject({ status: 'ready', up: 1 });
  });

  test.each(['spin', 'wait'] as const)('because of its own code (%s) is replaced too', async (kind) => {
    const { pool, events } = testPool({ progressMs: 300 });
    await pool.start();
    await expect(pool.run(kind, null)).rejects.toThrow('no-progress');
    expect(events).toContainEqual({ type: 'kill', process: 1, reason: 'no-progress' });
    expect(await pool.run('echo', 1)).toBe(1);
  });
});

test('a job that comes to checkpoints for longer than the limit is left alone', async () => {
  const { pool, events } = testPool({ progressMs: 1000 });
  await pool.start();
  expect(await pool.run('sleep', { ms: 3000 })).toBe(3000);
  expect(events.filter(({ type }) => type === 'kill')).toEqual([]);
});

test('an idle process that was stopped is not counted ready before it is replaced', async () => {
  const { pool, events } = testPool({ pingMs: 200 });
  await pool.start();
  const pid = pool.state().processes[0]!.pid!;
  process.kill(pid, 'SIGSTOP');
  await until(() => pool.state().up === 0);
  expect(events.filter(({ type }) => type === 'kill')).toEqual([]);
  expect(isAlive(pid)).toBe(true);
  await until(() => pool.state().up === 1);
  expect(isAlive(pid)).toBe(false);
});
