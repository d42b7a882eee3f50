import { languageOf, primaryLanguage } from './languages.ts';
import { neutralPlain } from './neutral.ts';
import type { TextWord } from './text-word.ts';

/** Lower-case words without punctuation, numbers as they are spoken. `words` are as the model gave them. */
export function plainText(words: readonly string[], language: string): TextWord[] {
  return languageOf(language)?.plain(words) ?? neutralPlain(words, primaryLanguage(language));
}
