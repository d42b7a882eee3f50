import { expect, test } from 'vitest';
import { beforeRepeats } from './repeats.ts';

const times = (phrase: readonly number[], count: number) =>
  Array.from({ length: count }, () => phrase).flat();

test('a digit may be said eight times, a phrase four', () => {
  expect(beforeRepeats(times([7], 8))).toBeUndefined();
  expect(beforeRepeats(times([7], 9))).toBe(1);
  expect(beforeRepeats(times([1, 2, 3, 4], 4))).toBeUndefined();
  expect(beforeRepeats(times([1, 2, 3, 4], 5))).toBe(4);
});

test('what was said before is kept, with the phrase once', () => {
  expect(beforeRepeats([5, 6, ...times([1, 2, 3], 6)])).toBe(5);
});

test('only the end counts, and only whole phrases', () => {
  expect(beforeRepeats([...times([7], 9), 1])).toBeUndefined();
  expect(beforeRepeats([...times([1, 2, 3, 4], 4), 1, 2, 3])).toBeUndefined();
  expect(beforeRepeats([])).toBeUndefined();
  expect(beforeRepeats(Array.from({ length: 100 }, (_, n) => n))).toBeUndefined();
});
