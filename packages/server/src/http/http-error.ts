import { type ErrorCode, ServiceError } from '../errors/index.ts';
import { errorStatus } from './error-status.ts';

export const TRANSACTION_HEADER = 'x-transaction-id';

export interface ErrorBody {
  readonly code: ErrorCode;
  readonly message: string;
  readonly transaction_id?: string;
}

/** A refusal by HTTP itself that needs headers of its own, such as Allow. */
export class HttpError extends ServiceError {
  override readonly name = 'HttpError';
  readonly headers: Readonly<Record<string, string>>;

  constructor(code: ErrorCode, message: string, headers: Readonly<Record<string, string>>) {
    super(code, message);
    this.headers = headers;
  }
}

/** What HTTP adds to an error: its status, headers and body. */
export function errorAnswer(error: ServiceError): {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: ErrorBody;
} {
  const { code, message, retryAfterSeconds, transactionId } = error;
  return {
    status: errorStatus[code],
    headers: {
      ...(error instanceof HttpError && error.headers),
      ...(retryAfterSeconds !== undefined && { 'retry-after': String(retryAfterSeconds) }),
      ...(transactionId !== undefined && { [TRANSACTION_HEADER]: transactionId }),
    },
    body: { code, message, ...(transactionId !== undefined && { transaction_id: transactionId }) },
  };
}
