import { SAMPLE_RATE, VAD_WINDOW } from '../sample-rate.ts';

/** Windows in one run: a second. Each takes 0.06 ms of a core, alone 0.42 ms. A cancellation waits for the run. */
export const WINDOWS_AT_ONCE = 32;
/** Windows whose level is measured before the first is judged: five seconds. */
const LOOK_AHEAD = Math.floor((5 * SAMPLE_RATE) / VAD_WINDOW);

/**
 * How many windows of a stream are measured together before any of them is judged: its first ones, and those that
 * follow.
 */
export function windowsTogether(isFirst: boolean): number {
  return isFirst ? LOOK_AHEAD : WINDOWS_AT_ONCE;
}
