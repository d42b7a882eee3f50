import type { BoundSentence } from './grammar-guide.ts';

/**
 * Of the sentences that the same tokens can be, the one to return: 1984 is "nineteen eighty four" and "one nine eight
 * four" at once, and nobody hears a difference. It is the one that free speech would give for these tokens, or else
 * the one with most words.
 */
export function chooseSentence(
  sentences: readonly BoundSentence[],
  plain: string,
): BoundSentence | undefined {
  const same = sentences.find(({ words }) => words.map(({ word }) => word).join(' ') === plain);
  if (same) return same;
  return sentences.toSorted((a, b) => b.words.length - a.words.length)[0];
}
