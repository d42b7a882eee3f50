import { type TObject, type TSchema, Type } from 'typebox';
import type { ErrorCode } from '../../errors/index.ts';
import { header } from '../../http/response-headers.ts';
import { jsonOrXmlContent, xmlErrorAnswers } from '../../http/schemas.ts';
import { type CatalogName, encoderCatalog } from '../encoders/catalog.ts';
import { formatOf, mediaTypeOf } from '../encoders/encoded-format.ts';
import { billingKeyHeader } from '../idempotency/schema.ts';
import { accountTag, speechFields } from './fields.ts';
import type { VoiceInfo } from './voices.ts';

const SECURITY = [{}, { bearer: [] }, { basic: [] }];

const ERRORS: readonly ErrorCode[] = [
  'ERR_INVALID_PARAMETER',
  'ERR_EMPTY_BODY',
  'ERR_UNAUTHORIZED',
  'ERR_FORBIDDEN',
  'ERR_VOICE_NOT_FOUND',
  'ERR_ENCODER_NOT_FOUND',
  'ERR_NOT_ACCEPTABLE',
  'ERR_TOO_LARGE',
  'ERR_IDEMPOTENCY_KEY',
  'ERR_BUSY',
];

/** Those of requests with a body. */
const BODY_ERRORS: readonly ErrorCode[] = ['ERR_UNSUPPORTED_MEDIA_TYPE', 'ERR_REQUEST_TIMEOUT'];

const optional = (fields: Readonly<Record<string, TSchema>>) =>
  Object.fromEntries(Object.entries(fields).map(([name, schema]) => [name, Type.Optional(schema)]));

const accountHeader = {
  'X-Account-Tag': Type.Optional({
    ...accountTag,
    description: 'The account that is billed; without it nothing is billed',
  } as TSchema),
};

const text = Type.String({ description: 'The text to speak' });

const ssmlHeaders = Object.fromEntries(
  Object.entries(speechFields).map(([name, schema]) => [
    `X-${name[0]!.toUpperCase()}${name.slice(1)}`,
    Type.Optional(schema as TSchema),
  ]),
);

/** The types that the encoders of a catalog give; parameters do not belong to a type. */
function audioContent(catalog: CatalogName) {
  const types = encoderCatalog(catalog).map((entry) => mediaTypeOf(formatOf(entry)).type.split(';', 1)[0]!);
  const schema = Type.String({ format: 'binary', description: 'The audio' });
  return Object.fromEntries([...new Set(types)].map((type) => [type, { schema }]));
}

interface Asked {
  readonly id: string;
  readonly summary: string;
  readonly querystring?: TObject;
  readonly headers?: Readonly<Record<string, TSchema>>;
  readonly body?: object;
  readonly errors?: readonly ErrorCode[];
}

function operation(catalog: CatalogName, { id, summary, errors = [], headers = {}, ...asked }: Asked) {
  const isPlain = catalog === 'C';
  return {
    operationId: `${id}${isPlain ? 'Plain' : ''}`,
    summary: `${summary} (catalog ${isPlain ? 'C' : 'A or B'})`,
    description:
      'The answer begins with the first audio and ends with the last; where it ends early, the connection is cut.',
    tags: ['Synthesis'],
    security: SECURITY,
    ...asked,
    headers: Type.Object({ ...accountHeader, ...billingKeyHeader, ...headers }),
    response: {
      200: {
        description: 'The speech, in the format of the encoder',
        headers: {
          'X-Transaction-Id': header('TransactionId'),
          'X-Marks': header('Marks'),
          'X-Cache': header('Cache'),
          'Content-Disposition': header('Disposition'),
        },
        content: audioContent(catalog),
      },
      ...xmlErrorAnswers(...ERRORS, ...errors),
    },
  };
}

/** What each way of asking for speech looks like. */
export function speechSchemas(catalog: CatalogName) {
  return {
    query: operation(catalog, {
      id: 'synthesizeQuery',
      summary: 'Speak a short text',
      querystring: Type.Object({ text, ...optional(speechFields) }) as TObject,
    }),
    json: operation(catalog, {
      id: 'synthesize',
      summary: 'Speak a text',
      body: {
        content: {
          'application/json': {
            schema: Type.Object(
              { text, ...optional(speechFields) },
              { title: 'SpeechRequest', description: 'Other members are ignored' },
            ),
            example: { text: 'Hello world.', voice: 'af_heart' },
          },
        },
      },
      errors: BODY_ERRORS,
    }),
    ssml: operation(catalog, {
      id: 'synthesizeSsml',
      summary: 'Speak an SSML document',
      headers: ssmlHeaders,
      body: {
        content: {
          'application/ssml+xml': {
            schema: Type.String({ description: 'SSML 1.1' }),
            example: '<speak>Hello <break time="300ms"/> world.</speak>',
          },
        },
      },
      errors: [...BODY_ERRORS, 'ERR_SSML_INVALID'],
    }),
  };
}

const voiceInfo = Type.Object(
  {
    name: Type.String({ description: 'Name of the voice' }),
    languages: Type.Array(Type.String({ xml: { name: 'language' } }), {
      description: 'Language tags',
      xml: { wrapped: true },
    }),
    mode: Type.String({
      enum: ['PERFORMANCE', 'QUALITY'],
      description: 'PERFORMANCE: the quantised model; QUALITY: the model in full precision',
    }),
    available: Type.Boolean({
      description:
        'Whether its model is installed; where not, the first request for it may fetch it and waits',
    }),
  },
  { title: 'VoiceInfo', xml: { name: 'item' } },
);

const example: VoiceInfo[] = [
  { name: 'af_heart', languages: ['en-US'], mode: 'PERFORMANCE', available: true },
];

export function voicesSchema(catalog: CatalogName) {
  return {
    operationId: `listVoices${catalog === 'C' ? 'Plain' : ''}`,
    summary: 'List the voices of synthesis',
    tags: ['Synthesis'],
    security: SECURITY,
    response: {
      200: {
        description: 'Every voice',
        content: jsonOrXmlContent(
          Type.Array(voiceInfo, { title: 'VoiceInfos', xml: { name: 'VoiceInfos', wrapped: true } }),
          example,
        ),
      },
      ...xmlErrorAnswers('ERR_UNAUTHORIZED', 'ERR_FORBIDDEN', 'ERR_NOT_ACCEPTABLE'),
    },
  };
}
