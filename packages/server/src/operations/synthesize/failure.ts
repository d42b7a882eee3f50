import { JobError, SPEECH_TOO_LONG, SSML_INVALID, VOICE_UNKNOWN } from '@locutor/contract';
import { type ErrorCode, ServiceError } from '../../errors/index.ts';
import { poolFailure } from '../../errors/pool-failure.ts';

/** The errors of a request that the engine finds. */
const CODES: Readonly<Record<string, ErrorCode>> = {
  [SSML_INVALID]: 'ERR_SSML_INVALID',
  [VOICE_UNKNOWN]: 'ERR_VOICE_NOT_FOUND',
  [SPEECH_TOO_LONG]: 'ERR_TOO_LARGE',
};

/** What the engine's errors are to a client that wants something spoken. */
export function synthesisFailure(error: unknown): unknown {
  if (error instanceof JobError) {
    const code = CODES[error.code];
    if (code) return new ServiceError(code, error.message);
  }
  return poolFailure(error, 'the speech') ?? error;
}
