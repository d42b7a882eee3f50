import { languageOf } from './languages.ts';

/** Other words that a word of a grammar may be written as because they sound the same: "bee" for "b", "for" for "four". */
export function soundAlikes(word: string, language: string): readonly string[] {
  return languageOf(language)?.soundAlikes?.get(word) ?? [];
}

/** Lower-case letters with one letter for each sound, as far as the language's rules are known: "fone" for "phone". */
export function soundSpelling(letters: string, language: string): string {
  const rules = languageOf(language)?.soundSpelling ?? [];
  return rules.reduce((spelled, [spelling, sound]) => spelled.replace(spelling, sound), letters);
}
