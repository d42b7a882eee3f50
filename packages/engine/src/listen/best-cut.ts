/** Windows that are silent for so long are a pause between words and not a stop inside one: 128 ms. */
const PAUSE_WINDOWS = 4;

export interface CutReading {
  probability: number;
  rms: number;
}

export interface Cut {
  /** The first window after the cut, counted as the readings are. */
  at: number;
  /** Whether nobody speaks there. */
  inPause: boolean;
}

/**
 * Where to cut speech that has grown too long, in `readings[from]` to the end: in the middle of the longest pause,
 * the later of equals; without a pause where it is least like speech and softest.
 */
export function bestCut(readings: readonly CutReading[], from: number, silentBelow: number): Cut {
  const pause = longestPause(readings, from, silentBelow);
  if (pause.length >= PAUSE_WINDOWS) {
    return { at: pause.start + Math.floor(pause.length / 2), inPause: true };
  }
  let loudest = 0;
  for (let n = from; n < readings.length; n++) loudest = Math.max(loudest, readings[n]!.rms);
  let at = readings.length - 1;
  let least = Number.POSITIVE_INFINITY;
  for (let n = Math.max(1, from); n < readings.length - 1; n++) {
    const cost = costOf(readings, n, loudest);
    if (cost <= least) [at, least] = [n, cost];
  }
  return { at, inPause: false };
}

function longestPause(readings: readonly CutReading[], from: number, silentBelow: number) {
  let best = { start: from, length: 0 };
  let start = from;
  for (let n = from; n < readings.length; n++) {
    if (readings[n]!.probability >= silentBelow) start = n + 1;
    else if (n + 1 - start >= best.length) best = { start, length: n + 1 - start };
  }
  return best;
}

/** Over three windows, because one alone is as short as a closed mouth in the middle of a word. */
function costOf(readings: readonly CutReading[], at: number, loudest: number): number {
  let cost = 0;
  for (const { probability, rms } of readings.slice(at - 1, at + 2)) {
    cost += probability + (loudest > 0 ? rms / loudest : 0);
  }
  return cost;
}
