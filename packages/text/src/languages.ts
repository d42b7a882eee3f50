import { english } from './en/language.ts';
import { spanish } from './es/language.ts';
import type { Language } from './language.ts';
import { portuguese } from './pt/language.ts';

const LANGUAGES: ReadonlyMap<string, Language> = new Map([
  ['en', english],
  ['es', spanish],
  ['pt', portuguese],
]);

/** The primary subtag of a language tag: "pt" of "pt-BR". */
export function primaryLanguage(tag: string): string {
  return tag.trim().toLowerCase().split(/[-_]/, 1)[0]!;
}

/** The language of a tag, or undefined where we do not know how it says numbers. */
export function languageOf(tag: string): Language | undefined {
  return LANGUAGES.get(primaryLanguage(tag));
}
