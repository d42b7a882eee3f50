import { type TSchema, Type } from 'typebox';
import { type ErrorCode, errorRegistry } from '../errors/index.ts';
import { errorStatus } from './error-status.ts';
import { type AnswerType, JSON_OR_XML_TYPES, JSON_TYPE } from './negotiate.ts';
import { header } from './response-headers.ts';

/** What any request can run into, whatever it asks for. */
const OF_ALL: readonly ErrorCode[] = [
  'ERR_MALFORMED_REQUEST',
  'ERR_REQUEST_TIMEOUT',
  'ERR_HEADERS_TOO_LARGE',
  'ERR_INTERNAL',
];

/**
 * Where credentials may be wrong they may also be used too often, or be of an issuer or in a database that does not
 * answer, or be one password among too many.
 */
const OF_CREDENTIALS: readonly ErrorCode[] = [
  'ERR_RATE_LIMITED',
  'ERR_ISSUER_UNAVAILABLE',
  'ERR_STORE_UNAVAILABLE',
  'ERR_BUSY',
];

/** Errors that a route can give wherever it can give another: one that reads a body may get it in a foreign coding. */
const BESIDE: Readonly<Partial<Record<ErrorCode, readonly ErrorCode[]>>> = {
  ERR_UNAUTHORIZED: OF_CREDENTIALS,
  ERR_UNSUPPORTED_MEDIA_TYPE: ['ERR_UNSUPPORTED_TRANSFER_ENCODING'],
};

/** JSON everywhere: it is about what Accept says. */
const NEVER_XML: readonly ErrorCode[] = ['ERR_NOT_ACCEPTABLE'];

/** As the interface names it. Schemas with a title are listed once, under components.schemas. */
const errorResponse = Type.Object(
  {
    code: Type.String({ enum: Object.keys(errorRegistry), description: 'Error code' }),
    message: Type.String({ description: 'What is wrong, and the value received' }),
    transaction_id: Type.Optional(
      Type.String({
        pattern: '^[1-9][0-9]*$',
        description: 'Id of the billing record; only where the failed operation was billed',
      }),
    ),
  },
  { title: 'ErrorResponse', xml: { name: 'ErrorResponse' } },
);

/** The one format that most answers have, with an example. */
export function jsonContent(schema: TSchema, example: object) {
  return { 'application/json': { schema, example } };
}

/** JSON and both types of XML. An example has the shape of the schema, whose `xml` says how it is written as XML. */
export function jsonOrXmlContent(schema: TSchema, example: object) {
  return {
    ...jsonContent(schema, example),
    'application/xml': { schema, example },
    'text/xml': { schema },
  } satisfies Record<Exclude<AnswerType, 'text/event-stream'>, object>;
}

/** The response entries of a route's schema for the errors it can give, grouped by status. */
export function errorAnswers(...named: readonly ErrorCode[]): Record<number, object> {
  return answersIn(JSON_TYPE, named);
}

/** The same where the operation has XML. */
export function xmlErrorAnswers(...named: readonly ErrorCode[]): Record<number, object> {
  return answersIn(JSON_OR_XML_TYPES, named);
}

/** The same where a foreign interface has a shape of its own for errors. */
export function foreignErrorAnswers(schema: TSchema, ...named: readonly ErrorCode[]): Record<number, object> {
  return answersIn(JSON_TYPE, named, () => schema);
}

function answersIn(
  types: readonly AnswerType[],
  named: readonly ErrorCode[],
  schemaOf: (codes: readonly ErrorCode[]) => object = withCodes,
): Record<number, object> {
  const codes = [...new Set([...named.flatMap((code) => [code, ...(BESIDE[code] ?? [])]), ...OF_ALL])];
  const answers: Record<number, object> = {};
  for (const status of new Set(codes.map((code) => errorStatus[code]))) {
    const those = codes.filter((code) => errorStatus[code] === status);
    const offered = those.every((code) => NEVER_XML.includes(code)) ? JSON_TYPE : types;
    const headers = headersOf(those);
    answers[status] = {
      description: those.map((code) => `${code}: ${errorRegistry[code]}`).join('; '),
      ...(headers && { headers }),
      content: Object.fromEntries(offered.map((type) => [type, { schema: schemaOf(those) }])),
    };
  }
  return answers;
}

/** The shape of all errors, narrowed to the codes of one status. */
function withCodes(codes: readonly ErrorCode[]) {
  return { ...errorResponse, 'x-narrowed': { properties: { code: { enum: [...codes] } } } };
}

function headersOf(codes: readonly ErrorCode[]): object | undefined {
  const status = errorStatus[codes[0]!];
  if (status === 401) return { 'WWW-Authenticate': header('Challenge') };
  if (status === 429 || status === 503) {
    // A database that is lost during a COMMIT leaves it open whether the operation was billed.
    const uncertain = codes.includes('ERR_STORE_UNAVAILABLE');
    return {
      'Retry-After': header('RetryAfter'),
      ...(uncertain && { 'X-Transaction-Id': header('TransactionId') }),
    };
  }
  if (codes.includes('ERR_FORBIDDEN')) return { 'WWW-Authenticate': header('MissingScope') };
  return undefined;
}
