import { setImmediate as nextTurn } from 'node:timers/promises';
import { expect, onTestFinished, test } from 'vitest';
import { EnginePool } from './engine-pool.ts';
import { QueueFullError } from './errors.ts';
import { FakeEngines } from './test-support/fake-engines.mjs';

type Jobs = { test: { input: null; output: number; partial: number } };

/** One process, busy with job 1 of the client a, behind which four more of it fill the queue. */
async function fullPool() {
  const engines = new FakeEngines();
  const outcomes: string[] = [];
  const pool = new EnginePool<Jobs>({
    settings: {},
    launch: engines.launch,
    processes: 1,
    maxQueue: 4,
    onEvent: (event) => event.type === 'job' && outcomes.push(event.outcome),
  });
  const started = pool.start();
  const engine = engines.alive[0]!;
  engine.becomeReady();
  await started;
  const jobs = Array.from({ length: 5 }, () => pool.run('test', null, { client: 'a' }));
  for (const job of jobs) job.catch(() => {});
  onTestFinished(() => {
    const drained = pool.drain({ timeoutMs: 0 });
    setTimeout(() => engine.die('exit code 0'), 20);
    return drained;
  });
  return { pool, engine, jobs, outcomes };
}

test('a full queue of one client has room for another, whose turn comes next', async () => {
  const { pool, engine, jobs, outcomes } = await fullPool();
  expect([pool.hasRoom(), pool.hasRoom('a'), pool.hasRoom('b')]).toEqual([false, false, true]);
  await expect(pool.run('test', null, { client: 'a' })).rejects.toBeInstanceOf(QueueFullError);
  const other = pool.run('test', null, { client: 'b' });
  await expect(jobs[4]).rejects.toBeInstanceOf(QueueFullError);
  expect(outcomes).toEqual(['displaced']);
  expect(pool.state()).toMatchObject({ queued: 4, running: 1 });
  engine.answer('done');
  await nextTurn();
  expect(engine.job).toBe(6);
  engine.answer('done');
  expect(await other).toBe(6);
});

test('two clients end up with half of the queue each', async () => {
  const { pool } = await fullPool();
  const kept = [pool.run('test', null, { client: 'b' }), pool.run('test', null, { client: 'b' })];
  for (const job of kept) job.catch(() => {});
  expect([pool.hasRoom('b'), pool.hasRoom('c')]).toEqual([false, true]);
  await expect(pool.run('test', null, { client: 'b' })).rejects.toBeInstanceOf(QueueFullError);
});
