import { expect, it } from 'vitest';
import { paced } from './paced.ts';

it('gives packets at the speed of speech, also when it was late once', async () => {
  let now = 1000;
  const clock = {
    now: () => now,
    sleep: async (ms: number) => {
      now += ms;
    },
  };
  async function* parts() {
    yield new Uint8Array(350);
    yield new Uint8Array(50);
  }
  const given: [number, number][] = [];
  for await (const { length } of paced(parts(), 1000, clock)) {
    given.push([length, now - 1000]);
    // Whoever takes it is busy for a while.
    if (given.length === 1) now += 150;
  }
  expect(given).toEqual([
    [100, 100],
    [100, 250],
    [100, 300],
    [50, 350],
    [50, 400],
  ]);
});
