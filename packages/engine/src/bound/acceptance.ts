import type { Hypothesis } from '../decode/beam-search.ts';

/**
 * Logistic regression of "what was said is this sentence" on what it lacks in log probability, over the square root of
 * the tokens: what is heard wrong adds up with the length of a text, but not in every word. The weights
 * are fitted on one half of the speakers of digits, menus, numbers and names; what they are weights of was chosen with
 * both halves in view, so the other half, which `bench grammar-recognition` shows, is kinder than new speakers may be.
 */
const BIAS = 3.3;
const PER_LACK = 1;
const FEWEST_TOKENS = 4;
/** A sentence for a part of the speech is probable up to there, and little speaks against it but its end. */
const PER_SHARE_LEFT_OUT = 7;
/** Of the speech that the benchmark has inside and outside of grammars, this parts most from most. */
const ACCEPTED_FROM = 0.2;
/** Sentences a little less probable than what is accepted are looked for too, so that the best is not missed. */
const SEARCHED_FROM = 0.15;

/**
 * Whether speech is a sentence of a grammar, and the chance of it. Free speech finds the most probable text of all;
 * where that is much more probable than the best sentence, something else was said.
 */
export function acceptance(free: Hypothesis, boundLogProb: number): { accepted: boolean; chance: number } {
  const lack = Math.max(0, free.total - boundLogProb) / rootOfTokens(free);
  const chance = 1 / (1 + Math.exp(PER_LACK * lack - BIAS));
  return { accepted: chance >= ACCEPTED_FROM, chance };
}

/** The least log probability with which a sentence is worth looking for: with less it would not be accepted. */
export function leastLogProb(free: Hypothesis): number {
  const lack = (BIAS - Math.log(SEARCHED_FROM / (1 - SEARCHED_FROM))) / PER_LACK;
  return free.total - lack * rootOfTokens(free);
}

/** What a text loses in log probability that has so many letters where free speech has more: "one" is not all of "chapter one, …". */
export function lossByLength(free: Hypothesis, freeLetters: number, letters: number): number {
  const leftOut = Math.max(0, 1 - letters / Math.max(1, freeLetters));
  return PER_SHARE_LEFT_OUT * leftOut * rootOfTokens(free);
}

function rootOfTokens({ logProbs }: Hypothesis): number {
  return Math.sqrt(Math.max(FEWEST_TOKENS, logProbs.length));
}
