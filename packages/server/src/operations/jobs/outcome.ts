import { internalError, ServiceError } from '../../errors/index.ts';
import type { RecognitionResult } from '../results/result.ts';

/** Why a job failed, as clients see it. */
export interface JobFailure {
  readonly code: string;
  readonly message: string;
}

export function writeResults(results: readonly RecognitionResult[]): Buffer {
  return Buffer.from(JSON.stringify(results));
}

export function readResults(outcome: Buffer): RecognitionResult[] {
  return JSON.parse(outcome.toString());
}

export function writeFailure({ code, message }: JobFailure): Buffer {
  return Buffer.from(JSON.stringify({ code, message }));
}

/** Where nothing is kept, the job could not even be decrypted. */
export function readFailure(outcome: Buffer | undefined): JobFailure {
  if (outcome !== undefined) return JSON.parse(outcome.toString());
  return { code: 'ERR_INTERNAL', message: 'the job cannot be decrypted' };
}

/** What a client may know of an error. */
export function failureOf(error: unknown): ServiceError {
  return error instanceof ServiceError ? error : internalError();
}
