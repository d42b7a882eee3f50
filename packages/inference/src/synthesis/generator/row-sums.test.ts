import { FrameArithmetic } from '@locutor/kernels';
import { expect, test } from 'vitest';
import { RowSums } from './row-sums.ts';

const CHANNELS = 32;
const ROWS = 10;
const arithmetic = new FrameArithmetic(3 * 4 * ROWS * CHANNELS, [CHANNELS]);
const [values, others, out] = [0, 1, 2].map((area) => ({
  at: arithmetic.start + area * 4 * ROWS * CHANNELS,
  rows: ROWS,
  channels: CHANNELS,
}));

/** Row by row: each of the first rows so many times. */
function expected(of: (at: number) => number, lead: { rows: number; times: number }): number[] {
  const sums = new Array<number>(2 * CHANNELS).fill(0);
  for (let at = 0; at < ROWS * CHANNELS; at++) {
    const times = at < lead.rows * CHANNELS ? lead.times : 1;
    sums[at % CHANNELS]! += times * of(at);
    sums[CHANNELS + (at % CHANNELS)]! += times * of(at) ** 2;
  }
  return sums;
}

test.each([
  { rows: 0, times: 1 },
  { rows: 3, times: 4.5 },
  { rows: ROWS, times: 2 },
])('the first $rows rows count $times times', (lead) => {
  const sums = new RowSums(arithmetic, lead);
  arithmetic.floats(values!).forEach((_, at, floats) => {
    floats[at] = (at % 7) - 2;
  });
  arithmetic.floats(others!).forEach((_, at, floats) => {
    floats[at] = (at % 5) / 4;
  });
  expect(sums.count(ROWS)).toBe(ROWS + lead.rows * (lead.times - 1));
  expect([...sums.of(values!)]).toEqual(expected((at) => (at % 7) - 2, lead));
  const added = (at: number) => (at % 7) - 2 + (at % 5) / 4;
  expect([...sums.ofAdded(values!, others!, out!)]).toEqual(expected(added, lead));
  expect([...arithmetic.floats(out!)]).toEqual(Array.from({ length: ROWS * CHANNELS }, (_, at) => added(at)));
});
