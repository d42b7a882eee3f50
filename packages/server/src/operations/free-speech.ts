import { languageOf } from '../common/languages.ts';
import { quote } from '../errors/index.ts';

/** The language is detected in the speech. */
export const AUTO = 'auto';

/** What `builtin:slm/<name>` stands for: `general`, the configured language, `auto`, or the code of a language. */
export function freeSpeechModel(name: string): string | undefined {
  const word = name.toLowerCase();
  return word === 'general' || word === AUTO ? word : languageOf(name);
}

/** Completes "the language model … was not found: ". */
export function noSuchModel(name: string): string {
  return `there is no free-speech model ${quote(name)}; there are general, auto and languages such as en or pt-BR`;
}
