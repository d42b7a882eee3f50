import { getEventListeners } from 'node:events';
import { describe, expect, test } from 'vitest';
import { DeadlineExceededError, JobCanceledError, QueueFullError } from './errors.ts';
import { testPool, until } from './test-support/test-pool.mjs';

describe('a canceled job', () => {
  test('that waits is dropped at once', async () => {
    const { pool } = testPool();
    await pool.start();
    const blocking = pool.run('sleep', { ms: 200 });
    const controller = new AbortController();
    const waiting = pool.run('echo', 1, { signal: controller.signal });
    expect(pool.state()).toMatchObject({ queued: 1, running: 1 });
    controller.abort('the client left');
    expect(pool.state()).toMatchObject({ queued: 0, running: 1 });
    await expect(waiting).rejects.toMatchObject({
      name: 'JobCanceledError',
      by: 'caller',
      cause: 'the client left',
    });
    expect(await blocking).toBe(200);
    expect(getEventListeners(controller.signal, 'abort')).toEqual([]);
  });

  test.each(['sleep', 'compute'] as const)(
    'that runs ("%s") notices, and its process goes on',
    async (kind) => {
      const { pool, events } = testPool({ cancelGraceMs: 30_000 });
      await pool.start();
      const pid = await pool.run('pid', null);
      const controller = new AbortController();
      const running =
        kind === 'sleep'
          ? pool.run('sleep', { ms: 60_000 }, { signal: controller.signal })
          : pool.run('compute', null, { signal: controller.signal });
      setTimeout(() => controller.abort(), 50);
      await expect(running).rejects.toBeInstanceOf(JobCanceledError);
      expect(await pool.run('pid', null)).toBe(pid);
      expect(events.filter((event) => event.type === 'kill')).toEqual([]);
    },
  );

  test('that is stuck costs its process, past the grace period', async () => {
    const { pool, events } = testPool();
    await pool.start();
    const pid = await pool.run('pid', null);
    const controller = new AbortController();
    const stuck = pool.run('spin', null, { signal: controller.signal });
    const queued = pool.run('pid', null);
    setTimeout(() => controller.abort(), 50);
    await expect(stuck).rejects.toBeInstanceOf(JobCanceledError);
    expect(await queued).not.toBe(pid);
    expect(events).toContainEqual({ type: 'kill', process: 1, reason: 'cancel-ignored' });
    expect(pool.state().status).toBe('ready');
  });

  test('whose many bytes are still on the way leaves the pipe clean for the next', async () => {
    const { pool } = testPool({ cancelGraceMs: 30_000 });
    await pool.start();
    const controller = new AbortController();
    const canceled = pool.run('echo', new Uint8Array(40_000_000).fill(1), { signal: controller.signal });
    controller.abort();
    await expect(canceled).rejects.toBeInstanceOf(JobCanceledError);
    const next = (await pool.run('echo', new Uint8Array(100_000).fill(2))) as Uint8Array;
    expect(next.every((byte) => byte === 2)).toBe(true);
    expect(next.length).toBe(100_000);
  });

  test('that was canceled before the call is not accepted', async () => {
    const { pool, events } = testPool();
    await pool.start();
    await expect(pool.run('echo', 1, { signal: AbortSignal.abort() })).rejects.toBeInstanceOf(
      JobCanceledError,
    );
    expect(events.filter((event) => event.type === 'job')).toEqual([]);
  });
});

describe('a deadline', () => {
  test('ends a running job, whose partial results stay', async () => {
    const { pool } = testPool({ cancelGraceMs: 30_000 });
    await pool.start();
    const seen: number[] = [];
    const late = pool.run(
      'count',
      { to: 3, after: 'compute' },
      { deadlineMs: 1500, onPartial: (n) => seen.push(n) },
    );
    await expect(late).rejects.toMatchObject({
      name: 'DeadlineExceededError',
      deadlineMs: 1500,
      wasQueued: false,
    });
    expect(seen).toEqual([1, 2, 3]);
    expect(await pool.run('echo', 1)).toBe(1);
  });

  test('counts the time in the queue, and such a job never runs', async () => {
    const { pool, events } = testPool();
    await pool.start();
    const blocking = pool.run('sleep', { ms: 300 });
    const late = pool.run('echo', 1, { deadlineMs: 50 });
    await expect(late).rejects.toMatchObject({ name: 'DeadlineExceededError', wasQueued: true });
    await blocking;
    expect(events.filter((event) => event.type === 'job')).toMatchObject([
      { kind: 'echo', outcome: 'deadline', ranMs: 0 },
      { kind: 'sleep', outcome: 'done' },
    ]);
    expect(pool.state().processes[0]!.jobsDone).toBe(1);
  });

  test('of the pool holds where a call has none', async () => {
    const { pool } = testPool({ defaultDeadlineMs: 50 });
    await pool.start();
    await expect(pool.run('compute', null)).rejects.toBeInstanceOf(DeadlineExceededError);
  });
});

describe('the queue', () => {
  test('refuses a flood beyond its limit, with an advice, and finishes the rest in order', async () => {
    const { pool, events } = testPool({ maxQueue: 10 });
    await pool.start();
    const order: number[] = [];
    const flood = Array.from({ length: 200 }, (_, n) => pool.run('echo', n).then(() => order.push(n)));
    const results = await Promise.allSettled(flood);
    const refused = results.flatMap((result) => (result.status === 'rejected' ? [result.reason] : []));
    expect(order).toEqual(Array.from({ length: 11 }, (_, n) => n));
    expect(refused).toHaveLength(189);
    expect(refused.every((error) => error instanceof QueueFullError)).toBe(true);
    expect(refused[0]).toMatchObject({ queued: 10, retryAfterSeconds: 1 });
    expect(events.filter((event) => event.type === 'queue-full')).toHaveLength(189);
    expect(await pool.run('echo', 'later')).toBe('later');
  });

  test('of no length still gives an idle process its job', async () => {
    const { pool } = testPool({ maxQueue: 0 });
    await pool.start();
    const first = pool.run('sleep', { ms: 30 });
    await expect(pool.run('echo', 1)).rejects.toBeInstanceOf(QueueFullError);
    await first;
    expect(await pool.run('echo', 2)).toBe(2);
  });

  test('is served by every process', async () => {
    const { pool } = testPool({ processes: 2 });
    await pool.start();
    const running = [pool.run('sleep', { ms: 50 }), pool.run('sleep', { ms: 50 })];
    await until(() => pool.state().processes.every((process) => process.state === 'busy'));
    await Promise.all(running);
    expect(pool.state().processes.map((process) => process.jobsDone)).toEqual([1, 1]);
  });
});
