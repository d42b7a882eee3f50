import { type TSchema, Type } from 'typebox';
import { header } from '../../http/response-headers.ts';
import { errorAnswers } from '../../http/schemas.ts';
import { UPGRADE_SECURITY, upgradeAnswers } from '../upgrade-schema.ts';
import { postedText } from './posted-text.ts';
import { postedQuery, speechQuery } from './speech-query.ts';

const SHARED = { tags: ['Telephony'], security: UPGRADE_SECURITY };

const optional = (fields: Readonly<Record<string, TSchema>>) =>
  Type.Object(
    Object.fromEntries(Object.entries(fields).map(([name, schema]) => [name, Type.Optional(schema)])),
  );

export const recognitionSchema = {
  operationId: 'jambonzRecognize',
  summary: 'Recognise a call of jambonz',
  description:
    'A WebSocket connection of the custom speech interface of jambonz: the page "Telephony" of the manual has its messages.',
  ...SHARED,
  response: upgradeAnswers(),
};

export const streamedSpeechSchema = {
  operationId: 'jambonzSpeak',
  summary: 'Speak a text that jambonz streams',
  description:
    'A WebSocket connection of the custom speech interface of jambonz: the page "Telephony" of the manual has its messages.',
  ...SHARED,
  querystring: optional(speechQuery),
  response: upgradeAnswers('ERR_INVALID_PARAMETER', 'ERR_VOICE_NOT_FOUND'),
};

const audio = { schema: Type.String({ format: 'binary', description: 'The audio' }) };

export const synthesizeSchema = {
  operationId: 'jambonzSynthesize',
  summary: 'Speak a text for jambonz',
  description: 'The custom speech interface of jambonz.',
  ...SHARED,
  querystring: optional(postedQuery),
  body: {
    content: {
      'application/json': {
        schema: Type.Object(
          {
            text: postedText.text,
            type: Type.Optional(postedText.type),
            voice: Type.Optional(postedText.voice),
            language: Type.Optional(postedText.language),
          },
          { title: 'JambonzSpeech', description: 'Other members are ignored' },
        ),
        example: { language: 'en-US', voice: 'af_heart', type: 'text', text: 'Hello world.' },
      },
    },
  },
  response: {
    200: {
      description: 'The speech in the format that the query names',
      headers: {
        'X-Transaction-Id': header('TransactionId'),
        'X-Marks': header('Marks'),
        'X-Cache': header('Cache'),
      },
      content: { 'audio/mpeg': audio, 'audio/wav': audio, 'audio/l16': audio },
    },
    ...errorAnswers(
      'ERR_INVALID_PARAMETER',
      'ERR_EMPTY_BODY',
      'ERR_UNAUTHORIZED',
      'ERR_FORBIDDEN',
      'ERR_VOICE_NOT_FOUND',
      'ERR_TOO_LARGE',
      'ERR_UNSUPPORTED_MEDIA_TYPE',
      'ERR_REQUEST_TIMEOUT',
      'ERR_SSML_INVALID',
      'ERR_BUSY',
    ),
  },
};
