/** How each digit is said, by language: the ways that people read strings of digits aloud. */
const WORDS: Readonly<Record<string, readonly string[]>> = {
  en: ['zero oh o', 'one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine'],
  pt: ['zero', 'um uma', 'dois duas', 'três', 'quatro', 'cinco', 'seis meia', 'sete', 'oito', 'nove'],
};

export function hasDigitWords(language: string): boolean {
  return Object.hasOwn(WORDS, language);
}

/** The words for a digit from 0 to 9; none where the language is not known. */
export function digitWords(digit: number, language: string): string[] {
  return hasDigitWords(language) ? WORDS[language]![digit]!.split(' ') : [];
}
