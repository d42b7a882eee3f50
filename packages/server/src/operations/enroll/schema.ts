import { Type } from 'typebox';
import { errorAnswers } from '../../http/schemas.ts';
import {
  configurationField,
  credentials,
  mediaTypeField,
  repositoryField,
  scenarioField,
  userIdField,
  utteranceSchema,
  voiceErrors,
  voiceForm,
} from '../voices/schemas.ts';
import { MAX_CONSENT, MAX_UTTERANCES, MODES } from './request.ts';

const request = Type.Object(
  {
    repository_uri: Type.Optional(repositoryField),
    scenario: Type.Optional(scenarioField),
    user_id: Type.Optional(
      Type.String({ ...userIdField, description: 'Made up by the server where absent' }),
    ),
    mode: Type.Optional(
      Type.String({
        enum: [...MODES],
        default: 'add',
        description:
          'add: a new voice, or more of it; create: only a new one; replace: instead of what is there',
      }),
    ),
    min_enrollment_score: Type.Optional(
      Type.Number({
        minimum: -1,
        maximum: 1,
        description: 'Least score of the audio; nothing is kept below',
      }),
    ),
    consent: Type.Optional(
      Type.String({ maxLength: MAX_CONSENT, description: 'A note about the consent of the person' }),
    ),
    media_type: Type.Optional(mediaTypeField),
    configuration: Type.Optional(
      configurationField({ default: MAX_UTTERANCES, description: 'Utterances that are used' }),
    ),
  },
  { examples: [{ user_id: 'ana' }] },
);

const answer = Type.Object({
  transaction_id: Type.String({ pattern: '^[1-9][0-9]*$' }),
  user_id: Type.String(),
  created: Type.Boolean({ description: 'Whether the user is new' }),
  score: Type.Number({
    minimum: -1,
    maximum: 1,
    description: 'How much alike the utterances are, and how much like the voice that was there',
  }),
  voiceprint: Type.Object({
    utterances: Type.Integer({ description: 'All that it is made of now' }),
    speech_duration: Type.Integer({ description: 'In ms' }),
  }),
  utterances: Type.Array(utteranceSchema),
});

const example = {
  transaction_id: '2046170683905245183',
  user_id: 'ana',
  created: true,
  score: 0.9021,
  voiceprint: { utterances: 3, speech_duration: 8120 },
  utterances: [
    {
      audio_counter: 0,
      total_duration: 2980,
      speech_duration: 2710,
      rejected: false,
      start_time: 0.52,
      end_time: 3.5,
    },
  ],
};

const content = { 'application/json': { schema: answer, example } };

export const enrollSchema = {
  operationId: 'enroll',
  summary: 'Enrol a voice',
  description:
    'A form of the same shape as that of VERIFY. Utterances that are rejected are not used; the answer says why.',
  tags: ['Verification'],
  security: credentials,
  body: voiceForm(request),
  response: {
    200: { description: 'More was added to the voice, or it was replaced', content },
    201: { description: 'A new voice is enrolled', content },
    ...errorAnswers(...voiceErrors, 'ERR_ALREADY_EXISTS', 'ERR_OTHER_MODEL', 'ERR_ENROLLMENT_SCORE'),
  },
};
