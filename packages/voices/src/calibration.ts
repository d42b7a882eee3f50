/** Deviations that a score of 0 stands for: one or two of a hundred other people get so far. */
const EVEN = 2;
/** With it, one of three or four hundred others reaches a score of 0.2, and less than one of a thousand 0.4. */
const SPREAD = 5;

/**
 * Deviations from other people as a score from −1 to 1. How far others get hardly depends on how much was said, so the
 * length of speech is no part of it: with more speech, only the right person gets further.
 */
export function calibrated(deviations: number): number {
  return Math.tanh((deviations - EVEN) / SPREAD);
}
