import type { FastifyRequest } from 'fastify';
import { quote, ServiceError } from '../../errors/index.ts';

export const KEY_HEADER = 'Idempotency-Key';
/** Printable ASCII; blanks around a header are no part of it. */
const KEY = /^[\x20-\x7e]{1,255}$/;

/** The key of a request; undefined where it has none. */
export function readKey({ raw: { rawHeaders } }: Pick<FastifyRequest, 'raw'>): string | undefined {
  const [key, ...more] = rawHeaders.filter(
    (_, at) => at % 2 === 1 && rawHeaders[at - 1]!.toLowerCase() === KEY_HEADER.toLowerCase(),
  );
  if (key === undefined) return undefined;
  if (more.length > 0)
    throw new ServiceError('ERR_INVALID_PARAMETER', `${KEY_HEADER} was sent more than once`);
  if (KEY.test(key)) return key;
  throw new ServiceError(
    'ERR_INVALID_PARAMETER',
    `${KEY_HEADER}: expected 1 to 255 printable ASCII characters, got ${quote(key)}`,
  );
}
