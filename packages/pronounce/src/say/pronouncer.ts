import type { SpokenWord } from './spoken-word.ts';

/** How one language sounds. */
export interface Pronouncer {
  /** Letters that are words too, such as the article "a". */
  readonly oneLetterWords: ReadonlySet<string>;
  /** The sounds of each word of a phrase; context decides between several. Empty where a word cannot be said. */
  sounds(words: readonly SpokenWord[]): string[];
  /** Whether a word in capitals is spelled out: "IBM", not "NASA". */
  isSpelled(capitals: string): boolean;
}
