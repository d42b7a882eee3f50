import { Type } from 'typebox';
import { THRESHOLD } from './antispoofing/request.ts';
import { CHARACTERS, MOST_CHARACTERS } from './challenge/expected-text.ts';

const threshold = (description: string) => Type.Optional(Type.Number({ ...THRESHOLD, description }));

/** The members of VERIFY's configuration that go beyond what enrolment has. */
export const verifyConfiguration = {
  expected_text: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: MOST_CHARACTERS,
      pattern: `^${CHARACTERS}+$`,
      description:
        'What the utterances must say, together and in their order; otherwise every result is REJECTED and the utterances have the rejected_cause WRONG_TEXT. Digits are said one by one',
    }),
  ),
  expected_text_language: Type.Optional(
    Type.String({
      description: "Language of expected_text, such as en or pt-BR; without it, the server's language",
    }),
  ),
  antispoofing_detection: Type.Optional(
    Type.Boolean({
      description:
        "Whether the spoofing detector is used; without it, as the server's setting antispoofing says. It can be switched off only where the server allows that",
    }),
  ),
  antispoofing_reject_threshold: threshold(
    'Score of the spoofing detector from which fraud is detected; higher than the server has it only where the server allows that',
  ),
  antispoofing_accept_threshold: threshold(
    'Score up to which antispoofing_decision is ACCEPTED; higher than the server has it only where the server allows that',
  ),
};
