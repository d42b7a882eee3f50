import type { Configuration } from './configuration.ts';

/** Speech is counted in windows of so many milliseconds: what was cut at max_speech may lack one. */
const WINDOW = 32;

/** Milliseconds of speech that must be used: min_speech, as far as max_speech lets it be reached. */
export function neededSpeech({ minSpeech, maxSpeech }: Configuration): number {
  return Math.min(minSpeech, maxSpeech - WINDOW);
}
