import type { SpeechSpan } from '../../contract/speech-span.ts';
import type { Hypothesis } from '../../search/beam-search.ts';
import type { FirstImpression } from '../../speech/speech-model.ts';

/** The voice detector mistakes a noise for so much speech; where it finds more, somebody speaks. In seconds. */
const LITTLE_SPEECH = 1;

/**
 * For noise, Whisper writes "you" or a stock phrase, with a high probability of no speech and unsure words. Of 27
 * noises this catches 24, of 40 clips of speech, single digits among them, none, with the small model; the tiny one
 * treats a synthetic voice likewise. So it decides only where the voice activity detector has hardly found speech either.
 */
const NO_SPEECH = 1.06;
const UNSURE = 0.4;

/**
 * Moonshine ends at once over noise, with a probability over 0.95, and what is left goes to one text, "you". Over a
 * word it does not understand, what is left is spread. Logistic regression on the log probability of any text and
 * that of the best: of 250 short words of speakers that it was not fitted on this refuses 0.5 %, and of 48 noises as
 * short it lets 2 pass. The detector before it lets 6 of 80 pass.
 */
const PER_ANY_TEXT = 5.1;
const PER_BEST_TEXT = -1.9;
const BIAS = 6.4;
/** What is less probable than this says nothing more. */
const LEAST_TEXT = -8;

/**
 * With this emptiness something was said, but not what the best text has: it was right for 3 of 21 short words. A grammar
 * may still know better.
 */
export const UNINTELLIGIBLE = 2.7;

/** What a search found in a segment. */
export interface FoundTexts {
  best: Hypothesis | undefined;
  /** Log probability of no text at all. */
  empty: number;
}

/** Whether nobody speaks in a segment, by all that is known after the free search. */
export function isNoSpeech(
  { noSpeech }: FirstImpression,
  { best, empty }: FoundTexts,
  speech: readonly SpeechSpan[],
): boolean {
  if (!best) return true;
  if (!isLittle(speech)) return false;
  if (noSpeech > 0) return noSpeech - UNSURE * meanOf(best.logProbs) > NO_SPEECH;
  const anyText = Math.log(Math.max(1e-6, 1 - Math.exp(empty)));
  return PER_ANY_TEXT * anyText + PER_BEST_TEXT * Math.max(LEAST_TEXT, best.total) + BIAS < 0;
}

/**
 * By how much no text at all is more probable than the best one. Only of a short clip, and by a model that may write
 * nothing: a long text is always less probable than its end.
 */
export function emptinessOf(
  { noSpeech }: FirstImpression,
  { best, empty }: FoundTexts,
  speech: readonly SpeechSpan[],
): number {
  return best && noSpeech === 0 && isLittle(speech) ? Math.max(0, empty - best.total) : 0;
}

function isLittle(speech: readonly SpeechSpan[]): boolean {
  return speech.reduce((sum, { start, end }) => sum + end - start, 0) < LITTLE_SPEECH;
}

function meanOf(logProbs: readonly number[]): number {
  return logProbs.reduce((sum, logProb) => sum + logProb, 0) / Math.max(1, logProbs.length);
}
