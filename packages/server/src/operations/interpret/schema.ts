import { grammarMediaTypes } from '@locutor/grammar';
import { Type } from 'typebox';
import { header } from '../../http/response-headers.ts';
import { jsonOrXmlContent, xmlErrorAnswers } from '../../http/schemas.ts';
import { GRAMMAR_ERRORS } from '../grammar-errors.ts';
import { billingKeyHeader } from '../idempotency/schema.ts';

const alternative = Type.Object(
  {
    index: Type.Integer({ minimum: 0, description: 'Position, from 0' }),
    text: Type.String({ description: "The text in the grammar's words" }),
    score: Type.Integer({ minimum: 0, maximum: 100 }),
    lm: Type.String({ description: 'URI of the language model that matched' }),
    interpretations: Type.Array(Type.String({ xml: { name: 'interpretation' } }), {
      description: 'Meanings, best first; objects and lists as compact JSON',
      xml: { wrapped: true },
    }),
    interpretation_scores: Type.Array(
      Type.Integer({ minimum: 0, maximum: 100, xml: { name: 'interpretation_score' } }),
      { description: 'One for each interpretation', xml: { wrapped: true } },
    ),
  },
  { title: 'InterpretationAlternative', xml: { name: 'alternative' } },
);

const result = Type.Object(
  {
    result_status: Type.String({ enum: ['RECOGNIZED', 'NO_MATCH', 'CANCELED', 'FAILURE'] }),
    alternatives: Type.Array(alternative, { description: 'Best first', xml: { wrapped: true } }),
  },
  { title: 'InterpretationResult', xml: { name: 'recognition_result' } },
);

const example = {
  result_status: 'RECOGNIZED',
  alternatives: [
    {
      index: 0,
      text: 'nineteen eighty four',
      score: 100,
      lm: 'builtin:grammar/number',
      interpretations: ['1984'],
      interpretation_scores: [100],
    },
  ],
} as const;

/** Described here and checked by the operation itself, whose errors say more than a schema's. */
const request = {
  querystring: Type.Object({
    lm: Type.Optional(
      Type.Array(Type.String(), {
        description:
          'URI of a language model: builtin:grammar/…, builtin:slm/…, file:…, http:… or https:…; may be repeated. Required (ERR_LM_REQUIRED), except where a multipart body has the grammar in a part named lm',
        examples: [['builtin:grammar/number']],
      }),
    ),
  }),
  headers: Type.Object({
    'decoder-maxSentences': Type.Optional(Type.Integer({ minimum: 1, maximum: 10, default: 1 })),
    'decoder-confidenceThreshold': Type.Optional(Type.Integer({ minimum: 0, maximum: 100, default: 0 })),
    ...billingKeyHeader,
  }),
  body: {
    content: {
      'text/plain': {
        schema: Type.String({ maxLength: 10_000, description: 'The text' }),
        example: 'nineteen eighty four',
      },
      'multipart/form-data': {
        schema: Type.Object({
          text: Type.String(),
          lm: Type.Optional(
            Type.String({
              format: 'binary',
              description: 'A grammar, instead of or in addition to named ones',
            }),
          ),
        }),
      },
    },
  },
};

export function interpretSchema(variant: 'current' | 'earlier') {
  return {
    operationId: variant === 'current' ? 'interpret' : 'interpretEarlier',
    summary: `Interpret a text against a grammar (${variant} variant)`,
    description: `The body is the text. As multipart/form-data the parts are text and lm, the grammar itself (${grammarMediaTypes.join(', ')}).`,
    tags: ['Recognition'],
    security: [{}, { bearer: [] }, { basic: [] }],
    ...request,
    response: {
      200: {
        description: 'The meaning of the text, or NO_MATCH',
        headers: { 'X-Transaction-Id': header('TransactionId') },
        content: jsonOrXmlContent(result, example),
      },
      ...xmlErrorAnswers(...GRAMMAR_ERRORS, 'ERR_LM_INVALID', 'ERR_IDEMPOTENCY_KEY'),
    },
  };
}
