import { fold } from '@locutor/grammar';

/** How each digit is said, by language: the ways that people read strings of digits aloud. */
const WORDS: Readonly<Record<string, readonly string[]>> = {
  en: ['zero oh o', 'one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine'],
  pt: ['zero', 'um uma', 'dois duas', 'três', 'quatro', 'cinco', 'seis meia', 'sete', 'oito', 'nove'],
};

export function hasDigitWords(language: string): boolean {
  return Object.hasOwn(WORDS, language);
}

/** Whether a text is digits written as words, such as "four" or "one-two". */
export function isDigitWords(text: string, language: string): boolean {
  if (!hasDigitWords(language)) return false;
  const known = new Set(WORDS[language]!.flatMap((words) => words.split(' ').map(plain)));
  return text.split(/[^\p{L}\p{M}]+/u).every((word) => word === '' || known.has(plain(word)));
}

const plain = (word: string) => fold(word, { accents: 'ignore' });

/** The words for a digit from 0 to 9; none where the language is not known. */
export function digitWords(digit: number, language: string): string[] {
  return hasDigitWords(language) ? WORDS[language]![digit]!.split(' ') : [];
}
