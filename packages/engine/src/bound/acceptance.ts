import type { Hypothesis } from '../decode/beam-search.ts';

/** Logistic regression of "what was said is this sentence" on how much more probable free speech is, per token. */
const BIAS = 4;
const PER_TOKEN = 5;
const FEWEST_TOKENS = 4;
const ACCEPTED_FROM = 0.5;

/**
 * Whether speech is a sentence of a grammar, and the chance of it. Free speech finds the most probable text of all;
 * where that is much more probable than the best sentence, something else was said.
 */
export function acceptance(free: Hypothesis, boundLogProb: number): { accepted: boolean; chance: number } {
  const lost = Math.max(0, free.total - boundLogProb) / Math.max(FEWEST_TOKENS, free.logProbs.length);
  const chance = 1 / (1 + Math.exp(PER_TOKEN * lost - BIAS));
  return { accepted: chance >= ACCEPTED_FROM, chance };
}

/** The least log probability with which a sentence is worth looking for: with less it would not be accepted. */
export function leastLogProb(free: Hypothesis): number {
  return free.total - 40;
}
