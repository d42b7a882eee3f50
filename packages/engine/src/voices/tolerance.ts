import { editDistance, isUnspaced } from '@locutor/text';
import { comparedWords } from './compared-words.ts';

/**
 * In a sentence of so many words some may differ from what was recognised: names and rare words are often recognised as
 * others. Without the tolerance 92 % of read sentences were accepted as themselves (51 of Common Voice, clean and G.711),
 * with it 96 %, and no other sentence.
 */
const LEAST_WORDS = 6;
/** One word in so many. */
const ONE_IN = 4;

/** How much of a sentence was recognised, 0 to 1, where that is enough; 0 where it is not. */
export function toleratedShare(expected: string, recognized: string): number {
  const words = comparedWords(expected);
  if (words.length < LEAST_WORDS) return 0;
  const errors = editDistance(words, comparedWords(recognized));
  return errors <= Math.floor(words.length / ONE_IN) ? 1 - errors / words.length : 0;
}

/**
 * Whether half of the words were recognised. Where recognition has lost the audio, a grammar finds any sentence in it:
 * "I just want to be there" in twelve seconds of "they all jumped up from their seats suddenly".
 */
export function isAlike(expected: string, recognized: string): boolean {
  const words = comparedWords(expected);
  const errors = editDistance(words, comparedWords(recognized));
  // There a word has several spellings: free speech may have written 下さい for ください. A fifth of the characters must do.
  if (words.some(isUnspaced)) return errors <= (4 / 5) * words.length;
  return errors <= Math.ceil(words.length / 2);
}
