import { type TSchema, Type } from 'typebox';
import { type ErrorCode, errorRegistry } from './errors.ts';

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

/** The one form that most answers have, with an example. */
export function jsonContent(schema: TSchema, example: object) {
  return { 'application/json': { schema, example } };
}

/** The response entries of a route's schema for the errors it can give, grouped by status. */
export function errorAnswers(...named: readonly ErrorCode[]): Record<number, object> {
  const codes = [...new Set(named.flatMap((code) => [code, ...(BESIDE[code] ?? [])]))];
  const answers: Record<number, object> = {};
  for (const status of new Set(codes.map((code) => errorRegistry[code].status))) {
    const those = codes.filter((code) => errorRegistry[code].status === status);
    answers[status] = {
      description: those.map((code) => `${code}: ${errorRegistry[code].when}`).join('; '),
      content: { 'application/json': { schema: errorSchema(those) } },
    };
  }
  return answers;
}

function errorSchema(codes: readonly ErrorCode[]) {
  return Type.Object({
    code: Type.String({ enum: [...codes], description: 'Error code' }),
    message: Type.String({ description: 'What is wrong, and the value received' }),
    transaction_id: Type.Optional(
      Type.String({ description: 'Of the billing record; only where the operation was billed' }),
    ),
  });
}
