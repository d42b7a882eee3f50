import { describe, expect, it } from 'vitest';
import { readRate } from './rate.ts';

describe('readRate', () => {
  it.each([
    ['60/minute', 1_000, 60],
    ['10/second', 100, 10],
    ['1/hour', 3_600_000, 1],
    ['10/second burst 20', 100, 20],
    ['999999/second burst 1', 1_000 / 999_999, 1],
  ])('reads %j', (text, everyMs, burst) => {
    expect(readRate(text)).toEqual({ everyMs, burst, text });
  });

  it.each([
    '',
    '60',
    '0/minute',
    '-1/minute',
    '1.5/minute',
    '1e3/hour',
    '60/day',
    '60 / minute',
    '60/minutes',
    '60/minute burst',
    '60/minute burst 0',
    '1000000/second',
    '60/minute\n',
  ])('refuses %j', (text) => {
    expect(readRate(text)).toBeUndefined();
  });
});
