import { ServiceError } from '../../errors/index.ts';
import type { RecognitionResult } from '../results/result.ts';

const RETRY_SECONDS = 1;

/**
 * Throws where the audio was not recognised to its end: the answers of this interface cannot say so, and a transcript
 * that ends too early looks like a whole one.
 */
export function refuseUnfinished(results: readonly RecognitionResult[], maxAudioSeconds: number): void {
  const has = (status: RecognitionResult['result_status']) =>
    results.some(({ result_status }) => result_status === status);
  if (has('FAILURE')) throw new ServiceError('ERR_INTERNAL', 'an engine process failed at this audio');
  if (has('CANCELED')) {
    throw new ServiceError('ERR_BUSY', 'the server stopped before it could finish; try again', {
      retryAfterSeconds: RETRY_SECONDS,
    });
  }
  if (has('RECOGNITION_TIMEOUT')) {
    throw new ServiceError(
      'ERR_BUSY',
      'the recognition did not end in time; try again later or send less audio',
      {
        retryAfterSeconds: RETRY_SECONDS,
      },
    );
  }
  if (has('MAX_SPEECH')) {
    const message = `the audio is longer than ${maxAudioSeconds} s, or takes more work to decode than that`;
    throw new ServiceError('ERR_TOO_LARGE', message, { field: 'file' });
  }
}
