import { ageGroups } from '@locutor/voices';
import { Type } from 'typebox';
import { jsonContent } from '../../http/schemas.ts';
import {
  transactionIdField,
  utteranceExample,
  utteranceSchema,
  voiceOperation,
} from '../voice-form/schemas.ts';
import { verifyRequest } from './request.ts';

const decision = Type.String({ enum: ['ACCEPTED', 'REJECTED', 'UNDECIDED'] });

const result = Type.Object(
  {
    user_id: Type.String(),
    score: Type.Number({
      minimum: -1,
      maximum: 1,
      description: '-1 (different voice) to 1 (same voice); 0 on error',
    }),
    decision,
    detail: Type.Object(
      { biometric_decision: decision, antispoofing_decision: decision },
      { title: 'ResultDetail' },
    ),
    gender: Type.String({
      enum: ['FEMALE', 'MALE', 'UNKNOWN'],
      description: 'Of the audio; UNKNOWN without gender_detection, on error and where it is not certain',
    }),
    age: Type.String({
      enum: [...ageGroups, 'UNKNOWN'],
      description: 'Of the audio; UNKNOWN without age_detection, on error and where it is not certain',
    }),
    audio_length: Type.Integer({ description: 'Length of the utterances that were used, in ms' }),
    error: Type.Object(
      {
        code: Type.Integer({ enum: [0, 1, 2, 99] }),
        message: Type.String({ description: 'Empty on success' }),
      },
      { title: 'ResultError' },
    ),
  },
  { title: 'Result' },
);

const answer = Type.Object(
  {
    transaction_id: transactionIdField,
    results: Type.Array(result, { description: 'One for every entry of user_ids, in its order' }),
    utterances: Type.Array(utteranceSchema),
  },
  { title: 'VerificationResponse' },
);

const example = {
  transaction_id: '2046170683905245184',
  results: [
    {
      user_id: 'ana',
      score: 0.8132,
      decision: 'ACCEPTED',
      detail: { biometric_decision: 'ACCEPTED', antispoofing_decision: 'UNDECIDED' },
      gender: 'UNKNOWN',
      age: 'UNKNOWN',
      audio_length: 2980,
      error: { code: 0, message: '' },
    },
  ],
  utterances: [utteranceExample],
};

export const verifySchema = {
  operationId: 'verify',
  summary: 'Verify who is speaking (VERIFY)',
  description:
    'A form whose first part, enroll, is the request as JSON, and whose other parts are one audio each. All audio is of one speaker and is compared with every user.',
  ...voiceOperation(
    verifyRequest,
    { 200: { description: 'A result for every user', content: jsonContent(answer, example) } },
    'ERR_LM_NOT_FOUND',
  ),
};
