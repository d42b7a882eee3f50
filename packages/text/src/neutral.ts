import { lowerCase, tidy } from './characters.ts';
import type { TextWord } from './text-word.ts';

// Joiners (U+200C, U+200D) change how Persian and Indic words read, so they stay where they join letters.
const WORDS = /[\p{L}\p{M}\p{N}](?:['\u200c\u200d]?[\p{L}\p{M}\p{N}])*/gu;
const THOUSANDS = /(?<!\d)\d{1,3}(?:[.,]\d{3})+(?![\d.,]*\d)/g;

/** Lower-case words without punctuation, for languages whose numbers we cannot speak: digits stay digits. */
export function neutralPlain(words: readonly string[], language: string): TextWord[] {
  const said: TextWord[] = [];
  for (const [from, word] of words.entries()) {
    const grouped = tidy(word).replace(THOUSANDS, (number) => number.replace(/[.,]/g, ''));
    for (const text of lowerCase(grouped, language).match(WORDS) ?? [])
      said.push({ text, from, to: from + 1 });
  }
  return said;
}
