import { type SpeechSpan, spokenSeconds } from './speech-span.ts';

/** The voice activity detector mistakes noises for up to this much speech, in seconds; more is certainly speech. */
const LITTLE_SPEECH = 1;

/** Whether it may be a noise, or a word that has little else to be known by than its sounds. */
export function isLittle(speech: readonly SpeechSpan[]): boolean {
  return spokenSeconds(speech) < LITTLE_SPEECH;
}
