import { quoteUri, ServiceError } from '../errors/index.ts';
import { shownUri } from './shown-uri.ts';

export type LoadFailureCode = 'ERR_LM_NOT_FOUND' | 'ERR_LM_FORBIDDEN' | 'ERR_LM_INVALID';

const VERDICTS: Readonly<Record<LoadFailureCode, string>> = {
  ERR_LM_NOT_FOUND: 'was not found',
  ERR_LM_FORBIDDEN: 'is not allowed',
  ERR_LM_INVALID: 'cannot be used',
};

/**
 * Why a document could not be loaded, without its URI: requests that share a fetch may spell it differently.
 * The reason goes to clients, so it never holds an address, a path of this machine or the target of a redirect.
 */
export class LoadFailure extends Error {
  override readonly name = 'LoadFailure';
  readonly code: LoadFailureCode;

  constructor(code: LoadFailureCode, reason: string, options?: ErrorOptions) {
    super(reason, options);
    this.code = code;
  }
}

export function notFound(reason: string, options?: ErrorOptions): LoadFailure {
  return new LoadFailure('ERR_LM_NOT_FOUND', reason, options);
}

export function forbidden(reason: string): LoadFailure {
  return new LoadFailure('ERR_LM_FORBIDDEN', reason);
}

export function tooLarge(limit: number): LoadFailure {
  return new LoadFailure('ERR_LM_INVALID', `it is larger than ${limit} bytes`);
}

/** The answer to the client that asked for `uri`. */
export function lmError(uri: string, failure: LoadFailure): ServiceError {
  const message = `the language model ${quoteUri(shownUri(uri))} ${VERDICTS[failure.code]}: ${failure.message}`;
  const error = new ServiceError(failure.code, message);
  error.cause = failure;
  return error;
}

/** For what is known only further on: a free-speech model that is not installed, a reference that leads nowhere. */
export function lmNotFound(uri: string, reason: string, cause?: unknown): ServiceError {
  return lmError(uri, notFound(reason, { cause }));
}

/** A document that was loaded but is not a grammar; the reason gives line and column. */
export function lmInvalid(uri: string, reason: string, cause?: unknown): ServiceError {
  return lmError(uri, new LoadFailure('ERR_LM_INVALID', reason, { cause }));
}
