import type { SpokenWord } from './spoken-word.ts';

/** How one language sounds. */
export interface Pronouncer {
  /** Letters that are words too, such as the article "a". */
  readonly oneLetterWords: ReadonlySet<string>;
  /** The sounds of each word of a phrase; context decides between several. Empty where a word cannot be said. */
  sounds(words: readonly SpokenWord[]): string[];
  /** Whether a word in capitals is spelled out: "IBM", not "NASA". `isShouted` where all of the text is in capitals. */
  isSpelled(capitals: string, isShouted: boolean): boolean;
  /** Whether a word in lower case has no vowel and is spelled: the "br" of an address. */
  isVowelless(word: string): boolean;
}
