import { Type } from 'typebox';
import { header } from '../../http/response-headers.ts';
import { foreignErrorAnswers } from '../../http/schemas.ts';
import { billingKeyHeader } from '../idempotency/schema.ts';
import { headerSchemas } from '../parameters/header-schema.ts';
import { diarizationParameters } from '../recognize/diarization/parameters.ts';
import { errorSchema } from './error-body.ts';
import { MODELS } from './model-names.ts';
import { FORMATS, GRANULARITIES } from './wanted.ts';

const SECURITY = [{}, { bearer: [] }, { basic: [] }];
const seconds = (description: string) => Type.Number({ description: `${description}, in seconds` });
const text = Type.String({ description: 'All that was said' });
const usage = Type.Object(
  {
    type: Type.String({ enum: ['duration'] }),
    seconds: Type.Integer({ description: 'Of the audio, rounded up' }),
  },
  { title: 'TranscriptionUsage' },
);
const logprob = Type.Object({
  token: Type.String({ description: 'A word, with the space before it' }),
  bytes: Type.Array(Type.Integer()),
  logprob: Type.Number({ description: 'Logarithm of the chance that the word is right' }),
});

const plain = Type.Object(
  { text, logprobs: Type.Optional(Type.Array(logprob)), usage },
  { title: 'Transcription' },
);

const verbose = Type.Object(
  {
    task: Type.String({ enum: ['transcribe'] }),
    language: Type.String({ description: 'English name of the language, in lower case' }),
    duration: seconds('Length of the audio'),
    text,
    words: Type.Optional(
      Type.Array(Type.Object({ word: Type.String(), start: seconds('Start'), end: seconds('End') })),
    ),
    segments: Type.Optional(
      Type.Array(
        Type.Object({
          id: Type.Integer(),
          seek: Type.Integer({ description: 'Start in hundredths of a second' }),
          start: seconds('Start'),
          end: seconds('End'),
          text: Type.String({ description: 'With the space before it' }),
          tokens: Type.Array(Type.Integer(), { description: 'Always empty' }),
          temperature: Type.Number({ description: 'As it was sent; it has no effect' }),
          avg_logprob: Type.Number({ description: 'Logarithm of the chance that the segment is right' }),
          compression_ratio: Type.Number({ description: 'Of the text, by zlib' }),
          no_speech_prob: Type.Number({ description: 'Always 0: only speech becomes a segment' }),
        }),
      ),
    ),
    usage,
  },
  { title: 'TranscriptionVerbose' },
);

const diarized = Type.Object(
  {
    task: Type.String({ enum: ['transcribe'] }),
    duration: seconds('Length of the audio'),
    text,
    segments: Type.Array(
      Type.Object({
        type: Type.String({ enum: ['transcript.text.segment'] }),
        id: Type.String(),
        start: seconds('Start'),
        end: seconds('End'),
        text: Type.String(),
        speaker: Type.String({ description: 'A, B and so on, or one of known_speaker_names' }),
      }),
    ),
    usage,
  },
  { title: 'TranscriptionDiarized' },
);

const anyAnswer = {
  title: 'TranscriptionAnswer',
  type: 'object',
  anyOf: [plain, verbose, diarized],
};

const modelNames = MODELS.map(({ id }) => id).join(', ');

const form = Type.Object({
  file: Type.String({ format: 'binary', description: 'The audio: a file in any format of RECOGNIZE' }),
  model: Type.String({ description: `${modelNames} or builtin:slm/<language>` }),
  language: Type.Optional(
    Type.String({ description: 'A code such as en or pt-BR, or auto; default: the language of the server' }),
  ),
  prompt: Type.Optional(Type.String({ description: 'A list of words to favour, or text with names in it' })),
  response_format: Type.Optional(Type.String({ enum: [...FORMATS], default: 'json' })),
  temperature: Type.Optional(Type.Number({ minimum: 0, maximum: 1, description: 'Has no effect' })),
  'timestamp_granularities[]': Type.Optional(
    Type.Array(Type.String({ enum: [...GRANULARITIES] }), { description: 'Of verbose_json' }),
  ),
  stream: Type.Optional(Type.Boolean({ description: 'Server-sent events; json, text and diarized_json' })),
  chunking_strategy: Type.Optional(
    Type.String({
      description: 'auto, or {"type":"server_vad","prefix_padding_ms","silence_duration_ms"} as JSON',
    }),
  ),
  'include[]': Type.Optional(Type.Array(Type.String({ enum: ['logprobs'] }))),
  'keywords[]': Type.Optional(Type.Array(Type.String(), { description: 'Words to favour' })),
  'known_speaker_names[]': Type.Optional(
    Type.Array(Type.String(), {
      description: 'Ids of enrolled users to look for; needs credentials for verify',
    }),
  ),
});

const example = { text: 'Hello world.', usage: { type: 'duration', seconds: 2 } };

const errors = (...codes: Parameters<typeof foreignErrorAnswers>[1][]) =>
  foreignErrorAnswers(errorSchema, ...codes, 'ERR_UNAUTHORIZED', 'ERR_FORBIDDEN', 'ERR_INTERNAL');

export const transcriptionSchema = {
  operationId: 'createTranscription',
  summary: 'Transcribe audio (OpenAI-compatible)',
  description:
    'RECOGNIZE for tools that speak the OpenAI interface. Configuration headers of RECOGNIZE count too.',
  tags: ['OpenAI'],
  security: SECURITY,
  headers: Type.Object({ ...headerSchemas(), ...headerSchemas(diarizationParameters), ...billingKeyHeader }),
  body: { content: { 'multipart/form-data': { schema: form } } },
  response: {
    200: {
      description: 'What was said, in the format that response_format names; as events with stream',
      headers: { 'X-Transaction-Id': header('TransactionId') },
      content: {
        'application/json': { schema: anyAnswer, example },
        'text/plain': { schema: Type.String() },
        'text/vtt': { schema: Type.String() },
        'application/x-subrip': { schema: Type.String() },
        'text/event-stream': {
          schema: Type.String({
            description:
              'Events transcript.text.delta, transcript.text.segment (diarized_json) and transcript.text.done',
          }),
        },
      },
    },
    ...errors(
      'ERR_INVALID_PARAMETER',
      'ERR_IDEMPOTENCY_KEY',
      'ERR_NOT_SUPPORTED',
      'ERR_EMPTY_BODY',
      'ERR_AUDIO_INVALID',
      'ERR_CLASSIFIER_NOT_INSTALLED',
      'ERR_MALFORMED_REQUEST',
      'ERR_LM_NOT_FOUND',
      'ERR_REPOSITORY_NOT_FOUND',
      'ERR_SCENARIO_NOT_FOUND',
      'ERR_TOO_LARGE',
      'ERR_UNSUPPORTED_MEDIA_TYPE',
      'ERR_BUSY',
    ),
  },
};

export const translationSchema = {
  operationId: 'createTranslation',
  summary: 'Not supported (OpenAI-compatible)',
  description: 'This server transcribes and does not translate: the answer is always an error.',
  tags: ['OpenAI'],
  security: SECURITY,
  response: errors('ERR_NOT_SUPPORTED'),
};

const modelSchema = Type.Object(
  {
    id: Type.String(),
    object: Type.String({ enum: ['model'] }),
    created: Type.Integer({ description: 'When the server started, in seconds since 1970' }),
    owned_by: Type.String(),
  },
  { title: 'Model' },
);

const exampleModel = { id: 'locutor', object: 'model', created: 1_790_000_000, owned_by: 'locutor' };

export const listModelsSchema = {
  operationId: 'listModels',
  summary: 'List model names (OpenAI-compatible)',
  tags: ['OpenAI'],
  security: SECURITY,
  response: {
    200: {
      description: 'The names that a transcription or a speech can use',
      content: {
        'application/json': {
          schema: Type.Object(
            { object: Type.String({ enum: ['list'] }), data: Type.Array(modelSchema) },
            { title: 'Models' },
          ),
          example: { object: 'list', data: [exampleModel] },
        },
      },
    },
    ...errors(),
  },
};

export const showModelSchema = {
  operationId: 'retrieveModel',
  summary: 'Look up a model name (OpenAI-compatible)',
  tags: ['OpenAI'],
  security: SECURITY,
  params: Type.Object({ model: Type.String() }),
  response: {
    200: {
      description: 'A name that a transcription or a speech can use',
      content: { 'application/json': { schema: modelSchema, example: exampleModel } },
    },
    ...errors('ERR_LM_NOT_FOUND'),
  },
};
