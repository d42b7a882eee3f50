import type { ErrorCode } from './registry.ts';

export interface ErrorDetails {
  /** When trying again makes sense. */
  readonly retryAfterSeconds?: number;
  /** Of the billing record, where the operation was billed although it failed. */
  readonly transactionId?: string;
  /** The field of a form that is wrong, where answers name it. */
  readonly field?: string;
}

/** An operation that was refused or failed. The message goes to the client: it names the thing and the value received. */
export class ServiceError extends Error {
  override readonly name: string = 'ServiceError';
  readonly code: ErrorCode;
  readonly retryAfterSeconds: number | undefined;
  readonly transactionId: string | undefined;
  readonly field: string | undefined;

  constructor(code: ErrorCode, message: string, details: ErrorDetails = {}) {
    super(message);
    this.code = code;
    this.retryAfterSeconds = details.retryAfterSeconds;
    this.transactionId = details.transactionId;
    this.field = details.field;
  }

  /** The same error of an operation that was billed. */
  billedAs(transactionId: string): ServiceError {
    const { code, message, retryAfterSeconds } = this;
    return new ServiceError(code, message, {
      transactionId,
      ...(retryAfterSeconds !== undefined && { retryAfterSeconds }),
    });
  }
}
