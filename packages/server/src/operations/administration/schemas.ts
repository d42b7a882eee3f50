import { Type } from 'typebox';
import type { ErrorCode } from '../../errors/index.ts';

export const time = Type.String({ format: 'date-time' });

export const managementErrors: readonly ErrorCode[] = [
  'ERR_INVALID_PARAMETER',
  'ERR_UNAUTHORIZED',
  'ERR_FORBIDDEN',
  'ERR_NOT_ACCEPTABLE',
  'ERR_STORE_UNAVAILABLE',
  'ERR_INTERNAL',
];

/** Errors of requests that bring a JSON body. */
export const bodyErrors: readonly ErrorCode[] = [
  'ERR_EMPTY_BODY',
  'ERR_REQUEST_TIMEOUT',
  'ERR_TOO_LARGE',
  'ERR_UNSUPPORTED_MEDIA_TYPE',
];

/** What scenarios and repositories have in common in answers. */
export const described = {
  description: Type.String(),
  created_at: time,
  users: Type.Integer({ description: 'How many are enrolled in it' }),
};
