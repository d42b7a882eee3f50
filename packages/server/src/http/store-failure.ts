import type { StoreError, StoreErrorCode } from '../store/index.ts';
import { HttpError } from './errors.ts';

const RETRY_SECONDS = '5';

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

/** What the store's errors are to a client. Its own messages are for the operator and stay in the log. */
export function storeFailure({ code }: StoreError): HttpError {
  if (code === 'ERR_STORE_PLACE') {
    return new HttpError('ERR_SCENARIO_NOT_FOUND', 'the scenario was deleted while the audio was heard');
  }
  if (!PASSING.includes(code)) return internal();
  return new HttpError(
    'ERR_STORE_UNAVAILABLE',
    'the database does not answer; nothing was changed or billed',
    {
      'retry-after': RETRY_SECONDS,
    },
  );
}

export function internal(): HttpError {
  return new HttpError('ERR_INTERNAL', 'something went wrong; the log has the details under this request id');
}
