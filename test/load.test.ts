import { describe, expect, it } from 'vitest';
import { printLoad } from '../bench/src/load/print-load.ts';
import { brokenLines } from '../bench/src/load/report.ts';
import { runLoad } from '../bench/src/load/run-load.ts';

/** The short form of `npm run bench -- load`, with a queue that is soon full. */
const SHORT = {
  seconds: 6,
  factor: 1.5,
  capacitySeconds: 2,
  cheapPerSecond: 15,
  seed: 1,
  env: { LOCUTOR_WORKERS: '1', LOCUTOR_MAX_QUEUE: '3' },
};

describe('a server under more load than it can bear', () => {
  it('answers every request with its own answer or with 503, and stops as it should', async () => {
    const result = await runLoad(SHORT);
    printLoad(result, SHORT);
    expect(brokenLines([...result.engine, ...result.cheap])).toEqual([]);
    expect(result.exitCode).toBe(0);
    for (const client of ['greedy', 'modest']) {
      const right = result.engine.filter((each) => each.client === client && each.verdict === 'right');
      expect(right.length).toBeGreaterThan(0);
    }
    expect(result.cheap.every(({ verdict }) => verdict === 'right')).toBe(true);
  });
});
