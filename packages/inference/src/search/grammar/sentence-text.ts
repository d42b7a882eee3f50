import type { BoundSentence } from './grammar-guide.ts';

type Words = Pick<BoundSentence, 'words'>;

export function sentenceWords({ words }: Words): string[] {
  return words.map(({ word }) => word);
}

export function sentenceText(sentence: Words): string {
  return sentenceWords(sentence).join(' ');
}
