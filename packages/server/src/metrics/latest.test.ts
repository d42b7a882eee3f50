import { setTimeout as sleep } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { latest } from './latest.ts';

it('reads anew each time, once for all who ask at the same time', async () => {
  let count = 0;
  const read = latest(async () => {
    await sleep(5);
    return ++count;
  });
  expect(await Promise.all([read(), read()])).toEqual([1, 1]);
  expect(await read()).toBe(2);
});

it('gives what was read last while a reading takes long, and nothing after a failure', async () => {
  let answer: Promise<number> = Promise.resolve(1);
  const read = latest(() => answer);
  expect(await read()).toBe(1);
  let finish = (_: number) => {};
  answer = new Promise((resolve) => {
    finish = resolve;
  });
  expect(await read()).toBe(1);
  finish(2);
  await sleep(0);
  answer = Promise.reject(new Error('no database'));
  expect(await read()).toBe(undefined);
});
