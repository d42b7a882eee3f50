import { setImmediate as nextTurn } from 'node:timers/promises';
import { describe, expect, onTestFinished, test } from 'vitest';
import { EnginePool } from './engine-pool.ts';
import { PoolClosedError, QueueFullError } from './errors.ts';
import { FakeEngines } from './test-support/fake-engines.mjs';

type Jobs = { test: { input: null; output: number; partial: number } };

/** One process, two places in the queue; the process is busy with job 1. */
async function busyPool() {
  const engines = new FakeEngines();
  const pool = new EnginePool<Jobs>({ settings: {}, launch: engines.launch, processes: 1, maxQueue: 2 });
  const started = pool.start();
  engines.alive[0]!.becomeReady();
  await started;
  const first = pool.run('test', null);
  const engine = engines.alive[0]!;
  /** Answers job after job; their numbers in the order they came to the process. */
  const answerAll = async () => {
    const order: number[] = [];
    while (engine.job !== undefined) {
      order.push(engine.job);
      engine.answer('done');
      await nextTurn();
    }
    return order;
  };
  onTestFinished(() => {
    const drained = pool.drain({ timeoutMs: 0 });
    setTimeout(() => engine.die('exit code 0'), 20);
    return drained;
  });
  return { pool, first, engine, answerAll };
}

describe('a job that continues accepted work', () => {
  test('is accepted although the queue is full', async () => {
    const { pool, answerAll } = await busyPool();
    const waiting = [pool.run('test', null), pool.run('test', null)];
    await expect(pool.run('test', null)).rejects.toBeInstanceOf(QueueFullError);
    const continuing = [
      pool.run('test', null, { continues: 'in-turn' }),
      pool.run('test', null, { continues: 'ahead' }),
    ];
    expect(pool.state()).toMatchObject({ queued: 4, running: 1 });
    await answerAll();
    expect(await Promise.all([...waiting, ...continuing])).toEqual([2, 3, 4, 5]);
    expect(pool.state()).toMatchObject({ queued: 0, running: 0 });
  });

  test('takes a place in the queue, so that new work is refused while there is too much', async () => {
    const { pool, answerAll } = await busyPool();
    const continuing = [1, 2].map(() => pool.run('test', null, { continues: 'in-turn' }));
    await expect(pool.run('test', null)).rejects.toBeInstanceOf(QueueFullError);
    await answerAll();
    await Promise.all(continuing);
    const next = pool.run('test', null);
    await answerAll();
    expect(await next).toBe(4);
  });

  test('goes ahead of new work or waits its turn, as it says', async () => {
    const { pool, answerAll } = await busyPool();
    const jobs = [
      pool.run('test', null),
      pool.run('test', null, { continues: 'in-turn' }),
      pool.run('test', null, { continues: 'ahead' }),
      pool.run('test', null, { continues: 'ahead' }),
    ];
    expect(await answerAll()).toEqual([1, 4, 5, 2, 3]);
    await Promise.all(jobs);
  });

  test('waits behind all others where nobody waits for it, and takes no place from them', async () => {
    const { pool, answerAll } = await busyPool();
    const background = [1, 2, 3].map(() => pool.run('test', null, { continues: 'behind' }));
    const live = [pool.run('test', null), pool.run('test', null, { continues: 'in-turn' })];
    await expect(pool.run('test', null)).rejects.toBeInstanceOf(QueueFullError);
    const controller = new AbortController();
    const left = pool.run('test', null, { continues: 'behind', signal: controller.signal });
    controller.abort();
    await expect(left).rejects.toMatchObject({ code: 'JOB_CANCELED' });
    expect(await answerAll()).toEqual([1, 5, 6, 2, 3, 4]);
    await Promise.all([...background, ...live]);
  });

  test('is dropped when its caller leaves while it waits ahead', async () => {
    const { pool, answerAll } = await busyPool();
    const controller = new AbortController();
    const left = pool.run('test', null, { continues: 'ahead', signal: controller.signal });
    controller.abort();
    await expect(left).rejects.toMatchObject({ code: 'JOB_CANCELED' });
    expect(await answerAll()).toEqual([1]);
  });

  test('is accepted while the pool drains, even when it comes with the last answer, and not after that', async () => {
    const { pool, first, engine } = await busyPool();
    const second = first.then(() => pool.run('test', null, { continues: 'in-turn' }));
    const drained = pool.drain({ timeoutMs: 60_000 });
    await expect(pool.run('test', null)).rejects.toBeInstanceOf(PoolClosedError);
    engine.answer('done');
    await nextTurn();
    expect(engine.job).toBe(2);
    engine.answer('done');
    expect(await second).toBe(2);
    while (!engine.stopping) await nextTurn();
    const late = pool.run('test', null, { continues: 'ahead' });
    await expect(late).rejects.toBeInstanceOf(PoolClosedError);
    engine.die('exit code 0');
    await drained;
  });
});
