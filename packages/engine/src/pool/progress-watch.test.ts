import { expect, test } from 'vitest';
import { ProgressWatch } from './progress-watch.ts';

const LIMIT = 1000;
const LOOK = ProgressWatch.lookMs(LIMIT);

/** Looks until the watch says that it is over, at a process that computes a share of its time. */
function looksUntilOver(share: number, most = 10_000): number {
  let computed = 0;
  const watch = new ProgressWatch(LIMIT, () => computed);
  for (let looks = 0; looks < most; looks++) {
    if (watch.over) return looks;
    computed += share * LOOK;
    watch.look(1);
  }
  return most;
}

test('a process that does nothing, or computes all the time, is given the limit', () => {
  expect(looksUntilOver(0) * LOOK).toBe(LIMIT);
  expect(looksUntilOver(1) * LOOK).toBe(LIMIT);
  expect(looksUntilOver(4) * LOOK).toBe(LIMIT);
});

test('a process that waits for a core is given as much of it as the others', () => {
  // The first look after progress counts in full.
  expect(looksUntilOver(0.25)).toBe(1 + 4 * (LIMIT / LOOK - 1));
  expect(looksUntilOver(0.1)).toBe(1 + 10 * (LIMIT / LOOK - 1));
});

test('where the system does not say what a process computes, all time counts', () => {
  const watch = new ProgressWatch(LIMIT, () => undefined);
  for (let looks = 0; looks < LIMIT / LOOK; looks++) {
    expect(watch.over).toBe(false);
    watch.look(1);
  }
  expect(watch.over).toBe(true);
});

test('progress begins the count anew, and half of the limit without it is a stall', () => {
  const watch = new ProgressWatch(LIMIT, () => 0);
  const look = (times: number) => {
    for (let n = 0; n < times; n++) watch.look(1);
  };
  look(LIMIT / LOOK - 1);
  expect([watch.stalled, watch.over]).toEqual([true, false]);
  watch.progressed();
  expect(watch.stalled).toBe(false);
  look(LIMIT / LOOK / 2 - 1);
  expect(watch.stalled).toBe(false);
  look(1);
  expect([watch.stalled, watch.over]).toEqual([true, false]);
});
