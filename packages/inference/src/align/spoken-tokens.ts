import type { Vocabulary } from '../speech/vocabulary.ts';

// Signs that stand for a word, such as % and &, are not among them.
const UNSPOKEN = /^[\s.,;:!?…"'“”‘’()[\]{}«»¿¡、。，！？-]*$/u;

/**
 * A word's tokens [from, to) without the punctuation around it, which attends to the pause beside the word. A word
 * that is nothing else keeps all.
 */
export function spokenTokens(
  vocabulary: Vocabulary,
  tokens: readonly number[],
  { from, to }: { from: number; to: number },
): { from: number; to: number } {
  const spoken = (at: number) => !UNSPOKEN.test(vocabulary.decode([tokens[at]!]));
  let first = from;
  while (first < to && !spoken(first)) first++;
  if (first === to) return { from, to };
  let end = to;
  while (!spoken(end - 1)) end--;
  return { from: first, to: end };
}
