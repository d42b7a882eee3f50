import type { Hypothesis } from '../beam-search.ts';

/** A word with as many letters is hardly ever written for another. */
const LONG_WORD = 4;
/** Log probabilities of the free text from which its word is believed. */
const SURE = -1;
const SURE_OF_LONG = -4;
const LETTER = /\p{L}/gu;

/**
 * Whether a word that free speech has exactly is believed whatever it sounds like. It may be said otherwise than we would
 * say it, "either" and "tomato"; but a short one is written for many sounds.
 */
export function isBelieved({ total }: Pick<Hypothesis, 'total'>, word: string): boolean {
  const letters = word.match(LETTER)?.length ?? 0;
  return total > (letters < LONG_WORD ? SURE : SURE_OF_LONG);
}
