import { english } from './en/pronouncer.ts';
import { spanish } from './es/pronouncer.ts';
import { portuguese } from './pt/pronouncer.ts';
import type { Pronouncer } from './say/pronouncer.ts';

const LANGUAGES: ReadonlyMap<string, Pronouncer> = new Map([
  ['en', english],
  ['es', spanish],
  ['pt', portuguese],
]);

/** The languages that can be pronounced, as primary subtags. */
export const pronouncedLanguages: readonly string[] = [...LANGUAGES.keys()];

/** The primary subtag of a language tag where the language can be pronounced: "pt" of "pt-BR". */
export function pronouncedLanguage(tag: string): string | undefined {
  const primary = tag.trim().toLowerCase().split(/[-_]/, 1)[0]!;
  return LANGUAGES.has(primary) ? primary : undefined;
}

export function pronouncerOf(language: string): Pronouncer {
  const found = LANGUAGES.get(pronouncedLanguage(language) ?? '');
  if (!found) throw new RangeError(`no pronunciation for the language ${language}`);
  return found;
}
