import { JobError } from '../jobs/job-error.ts';
import type { PlainError } from './messages.ts';

export function toPlainError(error: unknown): PlainError {
  if (error instanceof JobError) {
    return { expected: true, code: error.code, message: error.message, data: error.data };
  }
  if (error instanceof Error) {
    return { expected: false, message: error.message, stack: error.stack ?? String(error) };
  }
  return { expected: false, message: String(error), stack: '' };
}
