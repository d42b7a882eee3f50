import { expect, test } from 'vitest';
import { RecentDurations } from './recent-durations.ts';

test('the advice follows the mean of recent jobs, the queue and the processes', () => {
  const durations = new RecentDurations();
  expect(durations.secondsFor(10, 2)).toBe(1);
  durations.add(2000);
  durations.add(4000);
  expect(durations.secondsFor(10, 2)).toBe(15);
  expect(durations.secondsFor(10, 0)).toBe(30);
  expect(durations.secondsFor(1000, 1)).toBe(120);
});

test('old jobs are forgotten', () => {
  const durations = new RecentDurations();
  durations.add(1_000_000);
  for (let n = 0; n < 32; n++) durations.add(1000);
  expect(durations.secondsFor(8, 2)).toBe(4);
});
