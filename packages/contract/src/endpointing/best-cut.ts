/** Consecutive silent windows that are a pause between words, not a stop consonant inside one: 128 ms. */
const PAUSE_WINDOWS = 4;

export interface CutReading {
  probability: number;
  rms: number;
}

export interface Cut {
  /** The first window after the cut, as an index into the readings. */
  at: number;
  /** Whether the cut is in a pause. */
  inPause: boolean;
}

/**
 * Where to cut speech that is too long, in `readings[from]` to the end: in the middle of the longest pause, the last of
 * equally long ones; without a pause, where it is quietest and least probably speech.
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

/** Over three windows: one alone is no longer than a stop consonant in the middle of a word. */
function costOf(readings: readonly CutReading[], at: number, loudest: number): number {
  let cost = 0;
  for (const { probability, rms } of readings.slice(at - 1, at + 2)) {
    cost += probability + (loudest > 0 ? rms / loudest : 0);
  }
  return cost;
}
