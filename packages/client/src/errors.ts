import type { ErrorCode } from './types.ts';

/** What the server answers, or what kept its answer from coming. */
export type LocutorErrorCode =
  | ErrorCode
  /** No answer came: the server cannot be reached, or the connection broke. */
  | 'ERR_NETWORK'
  /** The caller's signal aborted. */
  | 'ERR_ABORTED'
  /** Something answered that is not a Locutor server, a proxy for instance. */
  | 'ERR_UNEXPECTED_ANSWER';

export interface LocutorErrorDetails {
  /** The HTTP status; 0 where no answer came. */
  readonly status?: number;
  /** The id under which the server's log has the request. */
  readonly requestId?: string | undefined;
  /** Of the billing record, where the failed operation was billed. */
  readonly transactionId?: string | undefined;
  /** When to try again. */
  readonly retryAfterSeconds?: number | undefined;
  readonly cause?: unknown;
}

/**
 * Every way in which a call fails. The code is for programs and does not change; the message is for people.
 *
 * ```ts
 * try {
 *   await locutor.recognize(audio, { lm: 'builtin:slm/tlh' });
 * } catch (error) {
 *   if (error instanceof LocutorError && error.code === 'ERR_LM_NOT_FOUND') chooseAnotherLanguage();
 * }
 * ```
 */
export class LocutorError extends Error {
  override readonly name = 'LocutorError';
  readonly code: LocutorErrorCode;
  readonly status: number;
  readonly requestId: string | undefined;
  readonly transactionId: string | undefined;
  readonly retryAfterSeconds: number | undefined;

  constructor(code: LocutorErrorCode, message: string, details: LocutorErrorDetails = {}) {
    super(message, { cause: details.cause });
    this.code = code;
    this.status = details.status ?? 0;
    this.requestId = details.requestId;
    this.transactionId = details.transactionId;
    this.retryAfterSeconds = details.retryAfterSeconds;
  }
}

export function aborted(cause: unknown): LocutorError {
  return new LocutorError('ERR_ABORTED', 'the request was aborted', { cause });
}
