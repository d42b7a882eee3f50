import { Registry } from 'prom-client';
import { expect, it, vi } from 'vitest';
import { type JobCount, measureJobs } from './job-metrics.ts';

function shown(read: () => Promise<readonly JobCount[]>) {
  const registry = new Registry();
  measureJobs(read)(registry);
  return async () => (await registry.metrics()).split('\n').filter((line) => /^locutor/.test(line));
}

it('adds up jobs and webhooks by state, with zeros where there are none', async () => {
  const read = vi.fn(async () => [
    { state: 'waiting', webhook: null, count: 3 },
    { state: 'done', webhook: 'delivered', count: 2 },
    { state: 'done', webhook: 'failed', count: 1 },
    { state: 'arriving', webhook: null, count: 9 },
  ]);
  const lines = await shown(read)();
  expect(lines).toEqual(
    expect.arrayContaining([
      'locutor_jobs{state="waiting"} 3',
      'locutor_jobs{state="running"} 0',
      'locutor_jobs{state="done"} 3',
      'locutor_webhooks{state="failed"} 1',
      'locutor_webhooks{state="pending"} 0',
    ]),
  );
  expect(lines.join()).not.toContain('arriving');
  expect(read).toHaveBeenCalledTimes(1);
});

it.each([
  ['fails', () => Promise.reject(new Error('no database'))],
  ['never answers', () => new Promise<never>(() => {})],
])('has no values while the database %s', async (_, read) => {
  vi.useFakeTimers();
  const lines = shown(read)();
  await vi.advanceTimersByTimeAsync(2000);
  expect(await lines).toEqual([]);
  vi.useRealTimers();
});
