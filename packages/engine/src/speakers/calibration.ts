/** Deviations at which the two kinds of error are as frequent, for utterances of a few seconds. */
const EVEN = 3;
/** Deviations over which a score moves from even to nearly sure. */
const SPREAD = 3;

/** Deviations from other people as a score from −1 to 1. */
export function calibrated(deviations: number, _speech: number, _otherSpeech: number): number {
  return Math.tanh((deviations - EVEN) / SPREAD);
}
