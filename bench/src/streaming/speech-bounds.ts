const RATE = 16_000;
/** 10 ms. */
const STEP = 160;
/** Sound within so many decibels of the loudest is speech. */
const RANGE_DB = 25;

/** Where the speech of a clean clip begins and ends, in seconds: by its level alone. */
export function speechBounds(samples: Float32Array): { start: number; end: number } {
  const powers: number[] = [];
  for (let at = 0; at < samples.length; at += STEP) {
    const part = samples.subarray(at, at + STEP);
    powers.push(part.reduce((sum, sample) => sum + sample ** 2, 0) / part.length);
  }
  const least = Math.max(...powers) / 10 ** (RANGE_DB / 10);
  const isLoud = (power: number) => power >= least;
  const [first, last] = [powers.findIndex(isLoud), powers.findLastIndex(isLoud)];
  return { start: (first * STEP) / RATE, end: ((last + 1) * STEP) / RATE };
}
