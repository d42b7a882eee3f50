import { expect, it } from 'vitest';
import { readRate } from '../common/rate.ts';
import { SharedOrOwnRates } from './shared-rates.ts';

const rate = readRate('2/hour')!;

it('asks what servers share, whatever this one has counted', async () => {
  const answers = [0, 0, 0, 4000];
  const rates = new SharedOrOwnRates({ waitMs: async () => answers.shift()! });
  const waits = [];
  for (let turn = 0; turn < 4; turn++) waits.push(await rates.waitMs('ana', rate));
  expect(waits).toEqual([0, 0, 0, 4000]);
});

it.each([
  ['fails', () => Promise.reject(new Error('away'))],
  ['does not answer', () => new Promise<number>(() => {})],
])('counts alone where that %s', async (_what, waitMs) => {
  const rates = new SharedOrOwnRates({ waitMs }, 5);
  expect([await rates.waitMs('ana', rate), await rates.waitMs('ana', rate)]).toEqual([0, 0]);
  expect(await rates.waitMs('ana', rate)).toBeGreaterThan(1_000_000);
  expect(await rates.waitMs('ben', rate)).toBe(0);
});
