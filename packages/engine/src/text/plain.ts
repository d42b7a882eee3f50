import { plainEnglish } from './en/plain.ts';
import { primaryLanguage } from './language.ts';
import { neutralPlain } from './neutral.ts';
import { plainPortuguese } from './pt/plain.ts';
import type { TextWord } from './text-word.ts';

/** Lower-case words without punctuation, numbers as they are spoken. `words` are as the model gave them. */
export function plainText(words: readonly string[], language: string): TextWord[] {
  const primary = primaryLanguage(language);
  if (primary === 'en') return plainEnglish(words);
  if (primary === 'pt') return plainPortuguese(words);
  return neutralPlain(words, primary);
}
