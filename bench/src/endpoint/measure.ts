import { rmsOf } from './conditions.ts';

const WINDOW = 512;
/** A window is loud when it is at most 20 dB under the loud ones of its clip. */
const LOUD = 0.1;

/** The share of a clip's loud windows that is in none of the stretches, given in seconds. */
export function lostShare(samples: Float32Array, found: readonly { start: number; end: number }[]): number {
  const levels: number[] = [];
  for (let at = 0; at + WINDOW <= samples.length; at += WINDOW) {
    levels.push(rmsOf(samples.subarray(at, at + WINDOW)));
  }
  const reference = levels.toSorted((a, b) => a - b)[Math.floor(0.95 * levels.length)] ?? 0;
  const loud = levels.flatMap((level, n) =>
    level > LOUD * reference ? [((n + 0.5) * WINDOW) / 16_000] : [],
  );
  const lost = loud.filter((time) => !found.some(({ start, end }) => time >= start && time <= end));
  return loud.length === 0 ? 0 : lost.length / loud.length;
}
