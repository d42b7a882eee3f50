import { expect, it } from 'vitest';
import { FuzzRun } from '../bench/src/fuzz/run-fuzz.ts';

/** The short form of `npm run bench -- fuzz`: the kept cases, and some new ones. */
it('survives requests that were changed at random', async () => {
  const { summary, otherFailures, restarts } = await new FuzzRun({
    seed: 1,
    from: 0,
    cases: 250,
    keep: false,
  }).run();
  expect([...otherFailures, ...summary.failures]).toEqual([]);
  expect(restarts).toBe(0);
  expect(Object.keys(summary.kinds).sort()).toEqual([
    'JSON',
    'audio',
    'bytes',
    'form',
    'grammar',
    'headers',
    'query',
  ]);
});
