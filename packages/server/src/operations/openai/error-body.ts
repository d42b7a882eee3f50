import { Type } from 'typebox';
import type { ErrorCode, ServiceError } from '../../errors/index.ts';

/** The names that this interface's clients know; all others are those of this server. */
const CODES: Partial<Record<ErrorCode, string>> = {
  ERR_UNAUTHORIZED: 'invalid_api_key',
  ERR_RATE_LIMITED: 'rate_limit_exceeded',
  ERR_LM_NOT_FOUND: 'model_not_found',
  ERR_MODEL_NOT_FOUND: 'model_not_found',
};

/** Errors as clients of this interface read them. */
export function errorBody({ code, message, field }: ServiceError, status: number) {
  const param = field ?? (code === 'ERR_AUDIO_INVALID' ? 'file' : null);
  return { error: { message, type: typeOf(status), param, code: CODES[code] ?? code } };
}

function typeOf(status: number): string {
  if (status >= 500) return 'server_error';
  return status === 429 ? 'rate_limit_error' : 'invalid_request_error';
}

export const errorSchema = Type.Object(
  {
    error: Type.Object({
      message: Type.String({ description: 'What is wrong, and the value received' }),
      type: Type.String({ enum: ['invalid_request_error', 'rate_limit_error', 'server_error'] }),
      param: Type.Union([Type.String(), Type.Null()], { description: 'The field that is wrong' }),
      code: Type.String({
        description: 'invalid_api_key, model_not_found, rate_limit_exceeded or an error code of this server',
      }),
    }),
  },
  { title: 'OpenAiError' },
);
