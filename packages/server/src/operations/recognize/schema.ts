import { grammarMediaTypes } from '@locutor/grammar';
import { Type } from 'typebox';
import type { ErrorCode } from '../../errors/index.ts';
import { header } from '../../http/response-headers.ts';
import { jsonOrXmlContent, xmlErrorAnswers } from '../../http/schemas.ts';
import { keyHeader, replayedHeader } from '../idempotency/schema.ts';
import { headerSchemas } from '../parameters/header-schema.ts';
import type { Variant } from './audio-format.ts';
import { classifierHeaders } from './classifiers.ts';
import { diarizationParameters } from './diarization/parameters.ts';
import { emotionScoresSchema } from './emotion-schema.ts';
import { ageScoresSchema, genderScoresSchema } from './traits-schema.ts';

const score = (description: string, xml?: object) =>
  Type.Integer({ minimum: 0, maximum: 100, description, ...(xml && { xml }) });
const time = (description: string) => Type.Number({ description: `${description}, in seconds of the audio` });

const diarizationResult = Type.Optional(
  Type.Object(
    {
      speaker: Type.String({
        description:
          'The id of a user of diarization-users whose voice it is; otherwise "1", "2" and so on, in the order in which the speakers first speak',
      }),
      confidence: score('How sure it is that this speaker speaks; higher is surer, not a calibrated chance'),
    },
    { title: 'DiarizationResult', description: 'Who speaks; only with diarization-enabled: true' },
  ),
);

const word = Type.Object(
  {
    text: Type.String(),
    score: score('Chance that the word is right, in percent'),
    start_time: time('Start of the word'),
    end_time: time('End of the word'),
    diarization_result: diarizationResult,
  },
  { title: 'Word', xml: { name: 'word' } },
);

const alternative = Type.Object(
  {
    index: Type.Integer({ minimum: 0, description: 'Position, from 0' }),
    text: Type.String({ description: 'What was said' }),
    score: score('Chance that the text is right, in percent'),
    lm: Type.String({ description: 'URI of the language model that matched' }),
    interpretations: Type.Array(Type.String({ xml: { name: 'interpretation' } }), {
      description: 'Meanings, best first; objects and lists as compact JSON. Empty for free speech',
      xml: { wrapped: true },
    }),
    interpretation_scores: Type.Array(
      score('Of the interpretation at the same place', { name: 'interpretation_score' }),
      { xml: { wrapped: true } },
    ),
    words: Type.Array(word, {
      description: 'Present as decoder-wordDetails asks; joined with spaces, they are the text',
      xml: { wrapped: true },
    }),
  },
  { title: 'Alternative', xml: { name: 'alternative' } },
);

const STATUSES = {
  RECOGNIZED: 'there are alternatives',
  NO_MATCH: 'speech, but nothing that a language model accepts with enough confidence',
  NO_INPUT_TIMEOUT: 'no speech began in the time that noInputTimeout gives',
  EARLY_SPEECH: 'speech began at once, where endpointer-requireInitialSilence forbids it',
  MAX_SPEECH: 'the audio is longer than the limit of this server',
  RECOGNITION_TIMEOUT: 'the time that recognitionTimeout gives ran out',
  NO_SPEECH: 'the audio contains no speech',
  CANCELED: 'the server stopped before it could finish',
  FAILURE: 'the engine failed',
};

const segment = Type.Object(
  {
    alternatives: Type.Array(alternative, { description: 'Best first', xml: { wrapped: true } }),
    result_status: Type.String({
      enum: Object.keys(STATUSES),
      description: Object.entries(STATUSES)
        .map(([status, meaning]) => `${status}: ${meaning}`)
        .join('; '),
    }),
    segment_index: Type.Integer({ minimum: 0, description: 'Position, from 0' }),
    last_segment: Type.Boolean(),
    final_result: Type.Boolean({ description: 'Always true: there are no provisional results' }),
    start_time: time('Start of the segment'),
    end_time: time('End of the segment'),
    gender_scores: Type.Optional(genderScoresSchema),
    age_scores: Type.Optional(ageScoresSchema),
    emotion_scores: Type.Optional(emotionScoresSchema),
    diarization_result: diarizationResult,
  },
  { title: 'RecognitionResult', xml: { name: 'item' } },
);

const results = Type.Array(segment, {
  title: 'RecognitionResults',
  description: 'One for each segment of speech',
  xml: { name: 'ArrayList', wrapped: true },
});

const example = [
  {
    alternatives: [
      {
        index: 0,
        text: 'hello world',
        score: 93,
        lm: 'builtin:slm/general',
        interpretations: [],
        interpretation_scores: [],
        words: [
          { text: 'hello', score: 92, start_time: 0.31, end_time: 0.64 },
          { text: 'world', score: 95, start_time: 0.68, end_time: 1.12 },
        ],
      },
    ],
    result_status: 'RECOGNIZED' as const,
    segment_index: 0,
    last_segment: true,
    final_result: true,
    start_time: 0.11,
    end_time: 1.52,
  },
];

const audio = Type.String({ format: 'binary', description: 'The audio' });
const audioTypes = {
  'application/octet-stream':
    'A file: WAV, FLAC, MP3, Ogg Opus, Ogg Vorbis, Ogg FLAC, WebM or AU, detected from its header, or GSM frames, detected from their signatures',
  'audio/wav': 'The same: the format is detected from the header, not from this type',
  'audio/raw':
    "Audio without a header: ; rate=8000 or 16000 (default: the server's rawRate, 16000 unless configured), ; encoding=pcm (default), alaw, ulaw or gsm, ; channels=1 (default) or 2. Always send rate: audio at another rate than declared is not detected and is recognised as wrong words with high scores",
  'audio/L16': 'PCM of 16 bits, high byte first, without a header: ; rate, ; channels=1 (default) or 2',
  'audio/PCMA': 'A-law without a header: ; rate (default 8000), ; channels=1 (default) or 2',
  'audio/PCMU': 'µ-law without a header: ; rate (default 8000), ; channels=1 (default) or 2',
  'audio/basic': 'µ-law of 8000 Hz without a header, or an AU file',
  'audio/gsm': 'GSM 06.10 frames of 33 bytes without a header; audio/x-gsm is the same',
};

function body(variant: Variant) {
  const labels = Object.entries(audioTypes).map(([type, description]) => [
    type,
    { schema: Type.String({ format: 'binary', description }) },
  ]);
  const other = variant === 'current' ? 'audio/*' : '*/*';
  return {
    content: {
      ...Object.fromEntries(labels),
      [other]: { schema: audio },
      'multipart/form-data': {
        schema: Type.Object({
          audio: Type.String({ format: 'binary', description: 'The audio, with a type of its own' }),
          lm: Type.Optional(
            Type.String({
              format: 'binary',
              description: 'A grammar, instead of or in addition to named ones',
            }),
          ),
        }),
      },
    },
  };
}

function headers(variant: Variant) {
  const classifiers = Object.entries(classifierHeaders).map(([header, { name, what }]) => [
    header,
    Type.Optional(
      Type.Boolean({
        default: false,
        description: `Ask for ${what}${name === 'emotion' ? ', an optional model: npx locutor models fetch emotion' : ''}`,
      }),
    ),
  ]);
  return Type.Object({
    ...headerSchemas(),
    ...keyHeader,
    ...(variant === 'current' && Object.fromEntries(classifiers)),
    ...(variant === 'current' && headerSchemas(diarizationParameters)),
  });
}

/** The results, with an example. */
export const recognizeAnswer = [results, example] as const;

export function recognizeErrors(variant: Variant): readonly ErrorCode[] {
  return [
    'ERR_LM_REQUIRED',
    'ERR_INVALID_PARAMETER',
    'ERR_EMPTY_BODY',
    'ERR_AUDIO_INVALID',
    ...(variant === 'current' ? (['ERR_CLASSIFIER_NOT_INSTALLED'] as const) : []),
    'ERR_MALFORMED_REQUEST',
    'ERR_UNAUTHORIZED',
    'ERR_FORBIDDEN',
    'ERR_LM_FORBIDDEN',
    'ERR_LM_NOT_FOUND',
    ...(variant === 'current' ? (['ERR_REPOSITORY_NOT_FOUND', 'ERR_SCENARIO_NOT_FOUND'] as const) : []),
    'ERR_NOT_ACCEPTABLE',
    'ERR_REQUEST_TIMEOUT',
    'ERR_TOO_LARGE',
    'ERR_UNSUPPORTED_MEDIA_TYPE',
    'ERR_LM_INVALID',
    'ERR_IDEMPOTENCY_KEY',
    'ERR_BUSY',
    'ERR_INTERNAL',
  ];
}

const eventsContent = {
  'text/event-stream': {
    schema: Type.String({
      description:
        'With Accept: text/event-stream: an event `segment` for each segment as soon as it is known, without last_segment, then `end` (or `error`, as the body of an error)',
    }),
    example: `event: segment\ndata: ${JSON.stringify({ ...example[0], last_segment: undefined })}\n\nevent: end\ndata: {"segments":1}\n\n`,
  },
};

export function recognizeSchema(variant: Variant) {
  return {
    operationId: variant === 'current' ? 'recognize' : 'recognizeEarlier',
    summary: `Recognise speech (${variant} variant)`,
    description: `The body is the audio. As multipart/form-data the parts are audio and lm, a grammar (${grammarMediaTypes.join(', ')}). The answer has one object per segment of speech.`,
    tags: ['Recognition'],
    security: [{}, { bearer: [] }, { basic: [] }],
    querystring: Type.Object({
      lm: Type.Optional(
        Type.Array(Type.String(), {
          description:
            'URI of a language model: builtin:slm/general, builtin:slm/<language>, builtin:slm/auto, builtin:grammar/…, file:…, http:… or https:…; may be repeated. Required (ERR_LM_REQUIRED), except where a multipart body has the grammar in a part named lm',
          examples: [['builtin:slm/general']],
        }),
      ),
    }),
    headers: headers(variant),
    body: body(variant),
    response: {
      200: {
        description: 'What was said, or why there is nothing',
        headers: { 'X-Transaction-Id': header('TransactionId'), ...replayedHeader },
        content: { ...jsonOrXmlContent(...recognizeAnswer), ...eventsContent },
      },
      ...xmlErrorAnswers(...recognizeErrors(variant)),
    },
  };
}
