import { grammarMediaTypes } from '@locutor/grammar';
import { Type } from 'typebox';
import { integer } from '../../fields/index.ts';
import { errorAnswers, jsonContent } from '../../http/schemas.ts';
import { GRAMMAR_ERRORS } from '../grammar-errors.ts';

const MAX_SENTENCES = 20;

const problem = Type.Object(
  {
    severity: Type.String({ enum: ['error', 'warning'] }),
    code: Type.String({ description: 'What kind of problem it is, for programs' }),
    message: Type.String(),
    line: Type.Optional(Type.Integer({ minimum: 1 })),
    column: Type.Optional(Type.Integer({ minimum: 1 })),
    rule: Type.Optional(Type.String({ description: 'The rule that a warning is about' })),
  },
  { title: 'GrammarProblem' },
);

const step = Type.Object(
  {
    kind: Type.String({ enum: ['open', 'token', 'tag', 'close'] }),
    rule: Type.Optional(Type.String({ description: 'Of open: the name of the rule' })),
    written: Type.Optional(Type.String({ description: 'Of open: the reference as the grammar writes it' })),
    text: Type.Optional(Type.String({ description: 'Of token and tag' })),
  },
  { title: 'ParseStep' },
);

const interpretation = Type.Object(
  {
    value: Type.Unknown({ description: 'The meaning, as JSON' }),
    score: Type.Integer({ minimum: 0, maximum: 100 }),
    parse: Type.Array(step, {
      description: 'Rules opened and closed, with the tokens and tags between them, in the order of the text',
    }),
  },
  { title: 'ParsedInterpretation' },
);

const match = Type.Object(
  {
    text: Type.String({ description: "The text in the grammar's words" }),
    score: Type.Integer({ minimum: 0, maximum: 100 }),
    interpretations: Type.Array(interpretation, { description: 'Distinct meanings, best first' }),
    failures: Type.Array(Type.String(), { description: 'Why tags gave no meaning, where some did not' }),
  },
  { title: 'ParsedMatch' },
);

const report = Type.Object(
  {
    valid: Type.Boolean({ description: 'Whether the grammar can be used' }),
    mode: Type.Optional(Type.String({ enum: ['voice', 'dtmf'] })),
    language: Type.Optional(Type.String()),
    problems: Type.Array(problem, { description: 'The error that ends the compilation, or warnings' }),
    matches: Type.Array(match, { description: 'Best first; empty where the grammar rejects the text' }),
    sentences: Type.Array(Type.String(), {
      maxItems: MAX_SENTENCES,
      description: 'Distinct random sentences, others each time; fewer where the grammar has no more',
    }),
  },
  { title: 'GrammarReport' },
);

const example = {
  valid: true,
  mode: 'voice',
  language: 'en',
  problems: [],
  matches: [
    {
      text: 'yes',
      score: 100,
      interpretations: [
        {
          value: true,
          score: 100,
          parse: [
            { kind: 'open', rule: 'answer', written: 'answer' },
            { kind: 'token', text: 'yes' },
            { kind: 'tag', text: 'out = true' },
            { kind: 'close' },
          ],
        },
      ],
      failures: [],
    },
  ],
  sentences: ['no', 'yes'],
};

/** The one parameter beside lm, which is read by itself. */
export const sentencesQuery = Type.Object({
  sentences: Type.Optional(
    integer(0, MAX_SENTENCES, {
      default: 0,
      description: 'How many random sentences of the grammar to return',
      examples: [5],
    }),
  ),
});

/** Described here and checked by the operation itself, whose errors say more than a schema's. */
export const inspectSchema = {
  operationId: 'inspectGrammar',
  summary: 'Check a grammar, show how it parses a text, and what it accepts',
  description: `For editors. A grammar with errors is answered with 200 and its problems. The part lm is the grammar (${grammarMediaTypes.join(', ')}); the parameter lm names one instead. Without a text the matches are empty.`,
  tags: ['Recognition'],
  security: [{}, { bearer: [] }, { basic: [] }],
  querystring: Type.Object({
    lm: Type.Optional(
      Type.String({
        description: 'URI of a grammar, instead of the part lm: builtin:grammar/…, file:…, http:… or https:…',
        examples: ['builtin:grammar/date'],
      }),
    ),
    ...sentencesQuery.properties,
  }),
  body: {
    content: {
      'multipart/form-data': {
        schema: Type.Object({
          lm: Type.Optional(Type.String({ format: 'binary', description: 'The grammar' })),
          text: Type.Optional(Type.String({ maxLength: 10_000, description: 'A text to parse' })),
        }),
      },
    },
  },
  response: {
    200: { description: 'What is known of the grammar and the text', content: jsonContent(report, example) },
    ...errorAnswers(...GRAMMAR_ERRORS),
  },
};
