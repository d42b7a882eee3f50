import type { BoundSentence } from './grammar-guide.ts';

/**
 * Of the sentences that the same tokens can be, the one to return: 247 is "two four seven" and "two hundred forty seven"
 * at once, and nobody hears a difference. Where GARBAGE could have taken a word of the grammar, it did not; then the weights
 * of the grammar decide, because to a grammar of digits the one is 247 and the other 200 and 47. What they leave
 * open is as free speech would have it, or else with most words.
 */
export function chooseSentence(
  sentences: readonly BoundSentence[],
  plain: string,
): BoundSentence | undefined {
  const isPlain = ({ words }: BoundSentence) => words.map(({ word }) => word).join(' ') === plain;
  const [best] = sentences.toSorted(
    (a, b) =>
      fillers(a) - fillers(b) ||
      a.cost - b.cost ||
      Number(isPlain(b)) - Number(isPlain(a)) ||
      b.words.length - a.words.length,
  );
  return best;
}

function fillers({ words }: BoundSentence): number {
  return words.filter(({ filler }) => filler).length;
}
