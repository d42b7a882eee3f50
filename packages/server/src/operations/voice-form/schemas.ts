import { type TSchema, Type } from 'typebox';
import { REJECTED_CAUSES } from '../../biometrics/utterance-answer.ts';
import type { ErrorCode } from '../../errors/index.ts';
import { header } from '../../http/response-headers.ts';
import { errorAnswers } from '../../http/schemas.ts';
import { keyHeader, replayedHeader } from '../idempotency/schema.ts';
import { MAX_AUDIO_BYTES, MAX_AUDIOS } from './form.ts';

/** Descriptions that the operations on voices have in common. */

/** A form of a request and audios. */
function voiceForm(request: TSchema) {
  return {
    content: {
      'multipart/form-data': {
        schema: Type.Object({
          enroll: request,
          audio: Type.Array(Type.String({ format: 'binary' }), {
            minItems: 1,
            maxItems: MAX_AUDIOS,
            description: `One part for each audio, under any name, at most ${MAX_AUDIO_BYTES} bytes`,
          }),
        }),
        encoding: { enroll: { contentType: 'application/json' } },
      },
    },
  };
}

export const utteranceSchema = Type.Object(
  {
    audio_counter: Type.Integer({ description: 'Position of its audio, from 0' }),
    total_duration: Type.Integer({ description: 'From start to end, in ms' }),
    speech_duration: Type.Integer({ description: 'Speech in it, in ms' }),
    rejected: Type.Boolean(),
    rejected_cause: Type.Optional(
      Type.String({ enum: Object.values(REJECTED_CAUSES), description: 'Only where rejected is true' }),
    ),
    start_time: Type.Number({ description: 'In seconds of its audio' }),
    end_time: Type.Number({ description: 'In seconds of its audio' }),
  },
  { title: 'Utterance' },
);

export const utteranceExample = {
  audio_counter: 0,
  total_duration: 2980,
  speech_duration: 2710,
  rejected: false,
  start_time: 0.52,
  end_time: 3.5,
};

export const transactionIdField = Type.String({
  pattern: '^[1-9][0-9]*$',
  description: 'Positive, of 63 bits, never given twice',
});

export const credentials = [{ bearer: [] }, { basic: [] }];

const voiceErrors: readonly ErrorCode[] = [
  'ERR_INVALID_PARAMETER',
  'ERR_SPLIT_MODE',
  'ERR_EMPTY_BODY',
  'ERR_AUDIO_INVALID',
  'ERR_MALFORMED_REQUEST',
  'ERR_UNAUTHORIZED',
  'ERR_FORBIDDEN',
  'ERR_REPOSITORY_NOT_FOUND',
  'ERR_SCENARIO_NOT_FOUND',
  'ERR_NOT_ACCEPTABLE',
  'ERR_REQUEST_TIMEOUT',
  'ERR_TOO_LARGE',
  'ERR_UNSUPPORTED_MEDIA_TYPE',
  'ERR_MIN_SPEECH',
  'ERR_MIN_UTTERANCES',
  'ERR_MAX_SPEECH',
  'ERR_MAX_UTTERANCES',
  'ERR_IDEMPOTENCY_KEY',
  'ERR_BUSY',
  'ERR_STORE_UNAVAILABLE',
  'ERR_INTERNAL',
];

/** Statuses of answers that may be billed. */
const BILLED: readonly number[] = [200, 201, 404, 409, 422, 500, 503];

function withTransactionId(answers: Record<number, { headers?: object }>): Record<number, object> {
  for (const status of BILLED) {
    const answer = answers[status];
    const headers = { 'X-Transaction-Id': header('TransactionId'), ...replayedHeader };
    if (answer) answer.headers = { ...answer.headers, ...headers };
  }
  return answers;
}

/** The description of an operation on voices, but for its name and words. */
export function voiceOperation(
  request: TSchema,
  answers: Record<number, object>,
  ...ownErrors: readonly ErrorCode[]
) {
  return {
    tags: ['Verification'],
    security: credentials,
    headers: Type.Object(keyHeader),
    body: voiceForm(request),
    response: withTransactionId({ ...answers, ...errorAnswers(...voiceErrors, ...ownErrors) }),
  };
}
