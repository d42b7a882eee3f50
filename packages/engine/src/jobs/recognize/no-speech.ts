import type { SpeechSpan } from '../../contract/speech-span.ts';
import type { Hypothesis } from '../../search/beam-search.ts';
import type { FirstImpression } from '../../speech/speech-model.ts';

/**
 * For noise, Whisper writes "you" or a stock phrase, with a high probability of no speech and unsure words. Of 27
 * noises this catches 24, of 40 clips of speech, single digits among them, none, with the small model; the tiny one
 * treats a synthetic voice likewise. So it decides only where the voice activity detector has hardly found speech either.
 */
const NO_SPEECH = 1.06;
const UNSURE = 0.4;
const LITTLE_SPEECH = 1;

export function isNoSpeech(
  { noSpeech }: FirstImpression,
  best: Hypothesis | undefined,
  speech: readonly SpeechSpan[],
): boolean {
  if (!best) return true;
  const seconds = speech.reduce((sum, { start, end }) => sum + end - start, 0);
  if (noSpeech === 0 || seconds >= LITTLE_SPEECH) return false;
  const mean = best.logProbs.reduce((sum, logProb) => sum + logProb, 0) / Math.max(1, best.logProbs.length);
  return noSpeech - UNSURE * mean > NO_SPEECH;
}
