import type { RecognizedResult } from './file-recognizer.ts';

/** Statuses that say that audio was left out, and why. */
const REASONS = new Map([
  ['MAX_SPEECH', 'the audio is longer than the limit: raise maxAudioSeconds (LOCUTOR_MAX_AUDIO_SECONDS)'],
  ['RECOGNITION_TIMEOUT', 'the recognition took longer than recognitionTimeout or jobSeconds allow'],
  ['FAILURE', 'an engine process failed'],
  ['CANCELED', 'the recognition was canceled'],
]);

/** Why the results are not those of the whole audio; undefined where they are. */
export function incompleteReason(results: readonly RecognizedResult[]): string | undefined {
  return results.map((each) => REASONS.get(each.result_status)).find((reason) => reason !== undefined);
}
