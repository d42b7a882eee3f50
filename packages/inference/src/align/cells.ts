import { SAMPLE_RATE } from '@locutor/contract';

/** Word times are looked for in steps of 10 ms: finer than a frame of any model's encoder. */
export const CELL = SAMPLE_RATE / 100;

export function cellCount(samples: Float32Array): number {
  return Math.ceil(samples.length / CELL);
}

/** The sample in the middle of a cell. */
export function cellMiddle(cell: number): number {
  return (cell + 0.5) * CELL;
}
