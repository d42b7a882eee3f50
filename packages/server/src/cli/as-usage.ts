import { ServiceError } from '../errors/index.ts';
import { UsageError } from './usage-error.ts';

/** What a server refuses of the head of a request is a mistake on the command line. */
export function asUsage<T>(check: () => T): T {
  try {
    return check();
  } catch (error) {
    throw error instanceof ServiceError ? new UsageError(error.message, { cause: error }) : error;
  }
}
