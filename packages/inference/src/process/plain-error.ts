import { JobError, ModelFileError, type PlainError } from '@locutor/contract';

export function toPlainError(error: unknown): PlainError {
  if (error instanceof JobError) {
    return { expected: true, code: error.code, message: error.message, data: error.data };
  }
  if (error instanceof Error) {
    const { message, stack = String(error) } = error;
    return {
      expected: false,
      message,
      stack,
      ...(error instanceof ModelFileError && { modelFile: error.file }),
    };
  }
  return { expected: false, message: String(error), stack: '' };
}
