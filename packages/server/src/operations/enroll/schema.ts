import { LEAST_AGREEMENT } from '@locutor/engine';
import { Type } from 'typebox';
import { jsonContent } from '../../http/schemas.ts';
import {
  transactionIdField,
  userIdField,
  utteranceExample,
  utteranceSchema,
  voiceOperation,
  voiceRequest,
} from '../voices/schemas.ts';
import { MAX_CONSENT, MAX_UTTERANCES, MODES } from './request.ts';

const request = voiceRequest(
  'Enrollment',
  {
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
        default: LEAST_AGREEMENT,
        description:
          'Least score of the audio; nothing is kept below. The default holds for several utterances of a second or more',
      }),
    ),
    consent: Type.Optional(
      Type.String({ maxLength: MAX_CONSENT, description: 'A note about the consent of the person' }),
    ),
  },
  { default: MAX_UTTERANCES, description: 'Utterances that are used' },
  { user_id: 'ana' },
);

const answer = Type.Object(
  {
    transaction_id: transactionIdField,
    user_id: Type.String(),
    created: Type.Boolean({ description: 'Whether the user is new' }),
    score: Type.Number({
      minimum: -1,
      maximum: 1,
      description:
        'How much alike the utterances are, and how much like the voice that was there: of the two groups that differ most',
    }),
    voiceprint: Type.Object(
      {
        utterances: Type.Integer({ description: 'All that it is made of now' }),
        speech_duration: Type.Integer({ description: 'In ms' }),
      },
      { title: 'VoiceprintInfo' },
    ),
    utterances: Type.Array(utteranceSchema),
  },
  { title: 'EnrollmentResponse' },
);

const example = {
  transaction_id: '2046170683905245183',
  user_id: 'ana',
  created: true,
  score: 0.9021,
  voiceprint: { utterances: 3, speech_duration: 8120 },
  utterances: [utteranceExample],
};

const content = jsonContent(answer, example);

export const enrollSchema = {
  operationId: 'enroll',
  summary: 'Enrol a voice',
  description:
    'A form of the same shape as that of VERIFY. Utterances that are rejected are not used; the answer says why.',
  ...voiceOperation(
    request,
    {
      200: { description: 'More was added to the voice, or it was replaced', content },
      201: { description: 'A new voice is enrolled', content },
    },
    'ERR_ALREADY_EXISTS',
    'ERR_OTHER_MODEL',
    'ERR_ENROLLMENT_SCORE',
  ),
};
