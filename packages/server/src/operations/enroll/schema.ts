import { Type } from 'typebox';
import { jsonContent } from '../../http/schemas.ts';
import {
  transactionIdField,
  utteranceExample,
  utteranceSchema,
  voiceOperation,
} from '../voice-form/schemas.ts';
import { enrollRequest } from './request.ts';

const answer = Type.Object(
  {
    transaction_id: transactionIdField,
    user_id: Type.String(),
    created: Type.Boolean({ description: 'Whether the user is new' }),
    score: Type.Number({
      minimum: -1,
      maximum: 1,
      description:
        'Similarity of the utterances to each other and to the enrolled voice: of the two groups that differ most',
    }),
    voiceprint: Type.Object(
      {
        utterances: Type.Integer({ description: 'Utterances in the voiceprint now' }),
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
    enrollRequest,
    {
      200: { description: 'More was added to the voice, or it was replaced', content },
      201: { description: 'A new voice is enrolled', content },
    },
    'ERR_ALREADY_EXISTS',
    'ERR_OTHER_MODEL',
    'ERR_ENROLLMENT_SCORE',
  ),
};
