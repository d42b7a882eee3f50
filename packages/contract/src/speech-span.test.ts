import { expect, test } from 'vitest';
import { spokenSeconds } from './speech-span.ts';

test('speech is counted once, in whichever order it comes', () => {
  const spans = [
    { start: 5, end: 6 },
    { start: 0.5, end: 2 },
    { start: 1.5, end: 3 },
    { start: 2, end: 2.5 },
  ];
  expect(spokenSeconds(spans)).toBe(3.5);
  expect(spokenSeconds([])).toBe(0);
});
