import { isLanguage, languageOf } from '../../languages.ts';
import { type Members, type Reader, text, wrong } from '../../voices/members.ts';
import { visible } from '../../voices/names.ts';
import { hasDigitWords } from './digit-words.ts';
import { spokenUnits } from './spoken-units.ts';

export const MOST_CHARACTERS = 200;
/** As one character class, for the description of the interface too. */
export const CHARACTERS = String.raw`[\p{L}\p{M}0-9 .,;:!?'’"“”()\-–—…¿¡]`;

/** A text that must be spoken. */
export interface ExpectedText {
  readonly text: string;
  /** A code; without it, the server's language. */
  readonly language?: string;
}

const characters = visible(
  text(
    new RegExp(`^${CHARACTERS}{1,${MOST_CHARACTERS}}$`, 'u'),
    `1 to ${MOST_CHARACTERS} letters, digits 0 to 9, spaces and punctuation marks`,
  ),
);

const sayable: Reader<string> = (value, path) => {
  const read = characters(value, path);
  if (spokenUnits(read).length === 0) throw wrong(path, 'at least one letter or digit', value);
  return read;
};

const language: Reader<string> = (value, path) => {
  const code = typeof value === 'string' ? languageOf(value) : undefined;
  if (code === undefined || !isLanguage(code)) throw wrong(path, 'a language such as en or pt-BR', value);
  return code;
};

/** The members of a configuration that ask for a text. */
export function takeExpectedText(members: Members, path: string): ExpectedText | undefined {
  const expected = members.take('expected_text', sayable);
  const inLanguage = members.take('expected_text_language', language);
  if (expected === undefined) {
    if (inLanguage === undefined) return undefined;
    throw wrong(`${path}.expected_text_language`, 'none without expected_text', inLanguage);
  }
  return { text: expected, ...(inLanguage !== undefined && { language: inLanguage }) };
}

/** Where a text has digits, it is known how they are said: throws where it is not. */
export function refuseUnsayableDigits({ text: expected }: ExpectedText, code: string): void {
  if (hasDigitWords(code) || !spokenUnits(expected).some(({ kind }) => kind === 'digit')) return;
  throw wrong(
    'configuration.expected_text',
    `numbers written in words, because digits can be checked in English and Portuguese only and not in "${code}"`,
    expected,
  );
}
