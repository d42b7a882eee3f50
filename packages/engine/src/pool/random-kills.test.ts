import fc from 'fast-check';
import { expect, test } from 'vitest';
import { EnginePoolError } from './errors.ts';
import { testPool, until } from './test-support/test-pool.mjs';

const step = fc.oneof(
  {
    weight: 5,
    arbitrary: fc.record({ do: fc.constant('echo' as const), size: fc.constantFrom(10, 200_000) }),
  },
  { weight: 3, arbitrary: fc.record({ do: fc.constant('sleep' as const), ms: fc.nat({ max: 30 }) }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('spin' as const) }) },
  { weight: 4, arbitrary: fc.record({ do: fc.constant('abort' as const), call: fc.nat({ max: 40 }) }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('kill' as const), process: fc.nat({ max: 1 }) }) },
  { weight: 3, arbitrary: fc.record({ do: fc.constant('wait' as const), ms: fc.nat({ max: 40 }) }) },
);

test('real processes, killed and left at random, lose no call and come back', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 20, maxLength: 40, size: 'max' }), async (steps) => {
      const { pool } = testPool({ processes: 2, maxQueue: 5, cancelGraceMs: 50, defaultDeadlineMs: 2000 });
      await pool.start();
      const calls: { controller: AbortController; settled: Promise<unknown> }[] = [];
      const call = (run: (signal: AbortSignal) => Promise<unknown>) => {
        const controller = new AbortController();
        calls.push({ controller, settled: run(controller.signal).catch((error: unknown) => error) });
      };
      for (const next of steps) {
        if (next.do === 'echo') call((signal) => pool.run('echo', new Uint8Array(next.size), { signal }));
        if (next.do === 'sleep') call((signal) => pool.run('sleep', { ms: next.ms }, { signal }));
        if (next.do === 'spin') call((signal) => pool.run('spin', null, { signal, deadlineMs: 100 }));
        if (next.do === 'abort') calls[next.call]?.controller.abort();
        if (next.do === 'wait') await new Promise((resolve) => setTimeout(resolve, next.ms));
        const pid = next.do === 'kill' ? pool.state().processes[next.process]?.pid : undefined;
        if (pid !== undefined) process.kill(pid, 'SIGKILL');
      }
      const results = await Promise.all(calls.map(({ settled }) => settled));
      const errors = results.filter((result) => result instanceof Error);
      expect(errors.filter((error) => !(error instanceof EnginePoolError))).toEqual([]);
      await until(() => pool.state().up === 2);
      expect(pool.state()).toMatchObject({ queued: 0, running: 0 });
      expect(await pool.run('echo', 'alive')).toBe('alive');
      await pool.drain({ timeoutMs: 5000 });
    }),
    { numRuns: 8 },
  );
});
