import { writtenEnglish } from './en/written.ts';
import { primaryLanguage } from './language.ts';
import { writtenPortuguese } from './pt/written.ts';
import type { TextWord } from './text-word.ts';

/** Cased and punctuated as the model gave it, with numbers, dates, times and money in figures. */
export function writtenText(words: readonly string[], language: string): TextWord[] {
  const primary = primaryLanguage(language);
  if (primary === 'en') return writtenEnglish(words);
  if (primary === 'pt') return writtenPortuguese(words);
  return words.map((text, from) => ({ text, from, to: from + 1 }));
}
