import { type Static, Type } from 'typebox';
import { isLanguage, languageOf } from '../../common/languages.ts';
import { text, visible, wrong } from '../../fields/index.ts';
import { hasDigitWords } from './digit-words.ts';
import { spokenUnits } from './spoken-units.ts';

export const MOST_CHARACTERS = 200;
/** As one character class. */
const CHARACTERS = String.raw`[\p{L}\p{M}0-9 .,;:!?'’"“”()\-–—…¿¡]`;

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
    {
      minLength: 1,
      maxLength: MOST_CHARACTERS,
      description:
        'Letters, digits 0 to 9, spaces and punctuation marks that the utterances must say, together and in their order; otherwise every result is REJECTED and the utterances have the rejected_cause WRONG_TEXT. Digits are said one by one',
    },
  ),
);

const sayable = Type.Refine(
  characters,
  (value: string) => spokenUnits(value).length > 0,
  () => 'at least one letter or digit',
);

const language = Type.Refine(
  Type.String({
    description: "Language of expected_text, such as en or pt-BR; without it, the server's language",
  }),
  (tag) => codeOf(tag) !== undefined,
  () => 'a language such as en or pt-BR',
);

function codeOf(tag: string): string | undefined {
  const code = languageOf(tag);
  return code !== undefined && isLanguage(code) ? code : undefined;
}

/** The members of a configuration that ask for a text. */
export const expectedTextMembers = {
  expected_text: Type.Optional(sayable),
  expected_text_language: Type.Optional(language),
};

const members = Type.Object(expectedTextMembers);

export function expectedTextOf(given: Static<typeof members>, path: string): ExpectedText | undefined {
  const { expected_text: expected, expected_text_language: tag } = given;
  const code = tag === undefined ? undefined : codeOf(tag);
  if (expected === undefined) {
    if (code === undefined) return undefined;
    throw wrong(`${path}.expected_text_language`, 'none without expected_text', code);
  }
  return { text: expected, ...(code !== undefined && { language: code }) };
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
