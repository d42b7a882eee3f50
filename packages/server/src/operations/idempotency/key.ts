import type { FastifyRequest } from 'fastify';
import { Type } from 'typebox';
import { quote, ServiceError } from '../../errors/index.ts';

const NAME = 'Idempotency-Key';
/** Printable ASCII; blanks around a header are no part of it. */
const KEY = /^[\x20-\x7e]{1,255}$/;

/** For the schema of an operation. */
export const keyHeader = {
  [NAME]: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 255,
      description:
        'New for each request. A request that is repeated with it within 24 hours gets the first answer and is not billed again',
    }),
  ),
};

/** The key of a request; undefined where it has none. */
export function readKey({ raw }: Pick<FastifyRequest, 'raw'>): string | undefined {
  const [key, ...more] = raw.headersDistinct[NAME.toLowerCase()] ?? [];
  if (key === undefined) return undefined;
  if (more.length > 0) throw new ServiceError('ERR_INVALID_PARAMETER', `${NAME} was sent more than once`);
  if (KEY.test(key)) return key;
  throw new ServiceError(
    'ERR_INVALID_PARAMETER',
    `${NAME}: expected 1 to 255 printable ASCII characters, got ${quote(key)}`,
  );
}
