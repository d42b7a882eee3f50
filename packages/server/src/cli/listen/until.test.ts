import { expect, it } from 'vitest';
import { until } from './until.ts';

async function* counting(most: number) {
  for (let n = 1; n <= most; n++) yield n;
  await new Promise(() => {});
}

it('gives parts until it is told to end, also while it waits for one', async () => {
  const stop = new AbortController();
  const given: number[] = [];
  for await (const each of until(counting(3), stop.signal)) {
    given.push(each);
    if (given.length === 3) setImmediate(() => stop.abort());
  }
  expect(given).toEqual([1, 2, 3]);
});

it('gives nothing where it has ended before', async () => {
  const given: number[] = [];
  for await (const each of until(counting(3), AbortSignal.abort())) given.push(each);
  expect(given).toEqual([]);
});
