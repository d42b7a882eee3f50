import { internalError, ServiceError } from '../errors/index.ts';
import type { StoreError, StoreErrorCode } from './errors.ts';

const RETRY_SECONDS = 5;

/** What may be over by the next attempt, with or without an operator's help. */
const PASSING: readonly StoreErrorCode[] = [
  'ERR_STORE_UNREACHABLE',
  'ERR_STORE_REFUSED',
  'ERR_STORE_NOT_WRITABLE',
  'ERR_STORE_FULL',
  'ERR_STORE_BUSY',
  'ERR_STORE_CLOSED',
  'ERR_STORE_KEY',
];

/** Reasons that a client can pass on to the operator. */
const REASONS: Readonly<Partial<Record<StoreErrorCode, string>>> = {
  ERR_STORE_FULL: 'the disk of the database is full',
  ERR_STORE_NOT_WRITABLE: 'the database cannot be written',
};

/** Changes that partly succeeded. */
const DELETED: Readonly<Partial<Record<StoreErrorCode, string>>> = {
  ERR_STORE_PARTLY:
    'the database failed after some of the voices were deleted; repeat the deletion for the rest',
  ERR_STORE_NOT_WIPED:
    'it is deleted, but the log of the database may still hold its bytes; repeat the deletion until the answer is 404',
};

/** What the store's errors are to a client. Its own messages are for the operator and stay in the log. */
export function storeFailure({ code, transactionId }: StoreError): ServiceError {
  if (code === 'ERR_STORE_PLACE') {
    return new ServiceError(
      'ERR_SCENARIO_NOT_FOUND',
      'the scenario was deleted while the audio was processed',
    );
  }
  if (code === 'ERR_STORE_UNCERTAIN') return unavailable(unknownOutcome(transactionId), transactionId);
  const deleted = DELETED[code];
  if (deleted !== undefined) return unavailable(deleted);
  if (!PASSING.includes(code)) return internalError();
  return unavailable(`${REASONS[code] ?? 'the database does not answer'}; nothing was changed or billed`);
}

function unknownOutcome(transactionId: string | undefined): string {
  const lost = 'the database was lost while it wrote';
  if (transactionId === undefined) {
    return `${lost}; the change may or may not have been made: read it back before you try again`;
  }
  return (
    `${lost}; the operation may or may not have been done and billed: it was if the billing export has the ` +
    `transaction ${transactionId}, and the times and utterances at /rest/v3/users/{user_id} show an enrolment`
  );
}

function unavailable(message: string, transactionId?: string): ServiceError {
  return new ServiceError('ERR_STORE_UNAVAILABLE', message, {
    retryAfterSeconds: RETRY_SECONDS,
    ...(transactionId !== undefined && { transactionId }),
  });
}
