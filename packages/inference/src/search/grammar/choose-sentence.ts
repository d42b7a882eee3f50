import { fold } from '@locutor/grammar';
import type { BoundSentence } from './grammar-guide.ts';
import { sentenceText } from './sentence-text.ts';

/**
 * Of the sentences that the same tokens can be, the one to return: 1984 is "nineteen eighty four" and "one nine eight
 * four", and the tokens do not say which. It is the one that free speech would give for these tokens, or else
 * the one with most words; and where GARBAGE could have taken a word of the grammar, it did not.
 */
export function chooseSentence(
  sentences: readonly BoundSentence[],
  plain: string,
): BoundSentence | undefined {
  const sorted = sentences.toSorted((a, b) => fillers(a) - fillers(b) || b.words.length - a.words.length);
  const text = fold(plain, {});
  return sorted.find((each) => sentenceText(each) === text) ?? sorted[0];
}

function fillers({ words }: BoundSentence): number {
  return words.filter(({ filler }) => filler).length;
}
