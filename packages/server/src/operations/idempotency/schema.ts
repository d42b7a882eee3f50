import { Type } from 'typebox';
import { header } from '../../http/response-headers.ts';
import { KEY_HEADER } from './key.ts';

const kept = 'New for each request. A request that is repeated with it within 24 hours';

function described(description: string) {
  const key = Type.String({ minLength: 1, maxLength: 255, description });
  return { [KEY_HEADER]: Type.Optional(key) };
}

/** The header of operations whose answer is kept. */
export const keyHeader = described(`${kept} gets the first answer and is not billed again`);

/** Of those that do their work again. */
export const billingKeyHeader = described(
  `${kept} is not billed again; only used where an account is billed`,
);

/** Of answers that are kept. */
export const replayedHeader = { 'Idempotent-Replayed': header('Replayed') };
