import type { RecognitionResult } from '@locutor/client';

/** What a result without words means, in a sentence. */
export const STATUS_MEANINGS: Readonly<Record<RecognitionResult['result_status'], string>> = {
  RECOGNIZED: 'Something was recognised.',
  NO_MATCH: 'Speech that no grammar accepts, or that cannot be understood.',
  NO_INPUT_TIMEOUT: 'Nobody began to speak in time.',
  EARLY_SPEECH: 'Somebody spoke before the recording was ready.',
  MAX_SPEECH: 'The audio is longer than the server accepts.',
  RECOGNITION_TIMEOUT: 'The time for the recognition ran out.',
  NO_SPEECH: 'There is no speech in the audio.',
  CANCELED: 'The server stopped before it could finish.',
  FAILURE: 'The engine failed on this audio.',
};
