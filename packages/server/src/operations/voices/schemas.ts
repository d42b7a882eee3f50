import { type TProperties, type TSchema, Type } from 'typebox';
import type { ErrorCode } from '../../errors/index.ts';
import { header } from '../../http/response-headers.ts';
import { errorAnswers } from '../../http/schemas.ts';
import { END_SILENCE, MOST_UTTERANCES } from './configuration.ts';
import { MAX_AUDIO_BYTES, MAX_AUDIOS } from './form.ts';
import { mediaTypes } from './media-type.ts';
import { REJECTED_CAUSES } from './utterance-answer.ts';

/** Descriptions that the operations on voices have in common; what comes in is checked by the operations. */

export const repositoryField = Type.String({
  minLength: 1,
  maxLength: 256,
  default: 'default',
  description: 'Identifier of the repository; the server never connects to it',
});

export const scenarioField = Type.String({
  pattern: '^[A-Za-z][A-Za-z0-9_]{0,63}$',
  default: 'default',
  description: 'Scenario of the repository',
});

export const userIdField = Type.String({ minLength: 1, maxLength: 256 });

const place = {
  repository_uri: Type.Optional(repositoryField),
  scenario: Type.Optional(scenarioField),
};

export const placeQuery = Type.Object(place);

const mediaTypeField = Type.String({
  enum: mediaTypes,
  default: 'auto',
  description: 'auto: every audio has a header that tells its format; otherwise linear PCM without one',
});

const milliseconds = (description: string, standard: number) =>
  Type.Integer({ minimum: 1000, maximum: 120_000, default: standard, description });
const count = (description: string, standard?: number) =>
  Type.Integer({
    minimum: 1,
    maximum: MOST_UTTERANCES,
    description,
    ...(standard !== undefined && { default: standard }),
  });

function configurationField(
  name: string,
  maxUtterances: { default?: number; description: string },
  own: TProperties,
) {
  const members = {
    split_mode: Type.Optional(Type.String({ enum: ['UTTERANCE'], default: 'UTTERANCE' })),
    min_speech: Type.Optional(milliseconds('Least speech, in ms; less is ERR_MIN_SPEECH', 1000)),
    max_speech: Type.Optional(milliseconds('Most speech, in ms', 120_000)),
    min_utterances: Type.Optional(count('Fewest utterances; fewer are ERR_MIN_UTTERANCES', 1)),
    max_utterances: Type.Optional(count(maxUtterances.description, maxUtterances.default)),
    end_silence: Type.Optional(
      Type.Integer({ ...END_SILENCE, description: 'The pause that ends an utterance, in ms' }),
    ),
    max_constraint_behavior: Type.Optional(
      Type.String({
        enum: ['trim', 'abort'],
        default: 'trim',
        description: 'What is beyond an upper limit is left out, or ends the operation with an error',
      }),
    ),
    account_tag: Type.Optional(
      Type.String({ pattern: '^[A-Za-z0-9_-]{0,32}$', description: 'Written to the billing record' }),
    ),
    logging_tag: Type.Optional(Type.String({ maxLength: 64, description: 'Written to the log' })),
    gender_detection: Type.Optional(
      Type.Boolean({ default: false, description: 'Estimate the gender; effective only in verification' }),
    ),
    age_detection: Type.Optional(
      Type.Boolean({ default: false, description: 'Estimate the age group; effective only in verification' }),
    ),
    ...own,
  };
  return Type.Object(members, { title: `${name}Configuration`, additionalProperties: false });
}

/** The first part of a form: what every operation on voices takes, and the members of its own. */
export function voiceRequest(
  name: string,
  own: TProperties,
  maxUtterances: { default?: number; description: string },
  example: object,
  ownConfiguration: TProperties = {},
) {
  return Type.Object(
    {
      ...place,
      ...own,
      media_type: Type.Optional(mediaTypeField),
      configuration: Type.Optional(configurationField(name, maxUtterances, ownConfiguration)),
    },
    { title: `${name}Request`, additionalProperties: false, examples: [example] },
  );
}

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
  'ERR_BUSY',
  'ERR_STORE_UNAVAILABLE',
  'ERR_INTERNAL',
];

/** Statuses of answers that may be billed. */
const BILLED: readonly number[] = [200, 201, 404, 409, 422, 500, 503];

function withTransactionId(answers: Record<number, { headers?: object }>): Record<number, object> {
  for (const status of BILLED) {
    const answer = answers[status];
    if (answer) answer.headers = { ...answer.headers, 'X-Transaction-Id': header('TransactionId') };
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
    body: voiceForm(request),
    response: withTransactionId({ ...answers, ...errorAnswers(...voiceErrors, ...ownErrors) }),
  };
}
