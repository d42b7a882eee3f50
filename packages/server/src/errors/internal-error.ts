import { ServiceError } from './service-error.ts';

/** A defect, whose details are for the operator. */
export function internalError(): ServiceError {
  return new ServiceError('ERR_INTERNAL', 'internal error; the log has the details under this request id');
}
