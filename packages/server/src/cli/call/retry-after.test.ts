import fc from 'fast-check';
import { expect, it } from 'vitest';
import { waitOf } from './retry-after.ts';

const NOW = Date.UTC(2026, 0, 1);

it.each([
  ['7', 7000],
  ['0', 0],
  [' 3 ', 3000],
  ['86400', 60_000],
  [new Date(NOW + 9000).toUTCString(), 9000],
  [new Date(NOW - 9000).toUTCString(), 0],
])('waits as Retry-After %j says', (text, ms) => {
  expect(waitOf(text, 0, NOW)).toBe(ms);
});

it('waits longer each time where nothing is said', () => {
  expect([0, 1, 2, 3].map((attempt) => waitOf(null, attempt))).toEqual([1000, 2000, 4000, 8000]);
});

it('waits between nothing and a minute, whatever a server says', () => {
  fc.assert(
    fc.property(fc.string(), fc.nat(), (text, attempt) => {
      const ms = waitOf(text, attempt);
      expect(ms).toBeGreaterThanOrEqual(0);
      expect(ms).toBeLessThanOrEqual(60_000);
    }),
  );
});
