import { Type } from 'typebox';
import { header } from '../../../http/response-headers.ts';
import { foreignErrorAnswers } from '../../../http/schemas.ts';
import { billingKeyHeader } from '../../idempotency/schema.ts';
import { errorSchema } from '../error-body.ts';
import { SPEECH_MODELS } from './models.ts';
import { speechMembers } from './request.ts';
import { openAiVoices } from './voices.ts';

const { model, input, voice, response_format, speed, stream_format } = speechMembers;

const body = Type.Object(
  {
    model: { ...model, description: `${SPEECH_MODELS.join(', ')}; they stand for the same` },
    input,
    voice: { ...voice, description: `${openAiVoices.join(', ')}, or a voice of GET /rest/v2/voices` },
    response_format: Type.Optional(response_format),
    speed: Type.Optional(speed),
    stream_format: Type.Optional(stream_format),
  },
  { title: 'CreateSpeech' },
);

const audio = { schema: Type.String({ format: 'binary' }) };

export const speechSchema = {
  operationId: 'createSpeech',
  summary: 'Speak a text (OpenAI-compatible)',
  description: 'Synthesis for tools that speak the OpenAI interface.',
  tags: ['OpenAI'],
  security: [{}, { bearer: [] }, { basic: [] }],
  headers: Type.Object(billingKeyHeader),
  body: {
    content: {
      'application/json': {
        schema: body,
        example: { model: 'tts-1', input: 'Hello world.', voice: 'alloy' },
      },
    },
  },
  response: {
    200: {
      description: 'The speech in the format that response_format names, or events',
      headers: { 'X-Transaction-Id': header('TransactionId'), 'X-Cache': header('Cache') },
      content: {
        'audio/mpeg': audio,
        'audio/ogg': audio,
        'audio/flac': audio,
        'audio/wav': audio,
        'audio/raw': audio,
        'text/event-stream': {
          schema: Type.String({ description: 'Events speech.audio.delta and speech.audio.done' }),
        },
      },
    },
    ...foreignErrorAnswers(
      errorSchema,
      'ERR_INVALID_PARAMETER',
      'ERR_NOT_SUPPORTED',
      'ERR_IDEMPOTENCY_KEY',
      'ERR_EMPTY_BODY',
      'ERR_UNAUTHORIZED',
      'ERR_FORBIDDEN',
      'ERR_MODEL_NOT_FOUND',
      'ERR_VOICE_NOT_FOUND',
      'ERR_TOO_LARGE',
      'ERR_UNSUPPORTED_MEDIA_TYPE',
      'ERR_BUSY',
    ),
  },
};
