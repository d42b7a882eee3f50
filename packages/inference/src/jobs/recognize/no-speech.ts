import { isLittle, type SpeechSpan } from '@locutor/contract';
import type { Hypothesis } from '../../search/beam-search.ts';
import type { FirstImpression } from '../../speech/speech-model.ts';

/**
 * For noise, Whisper writes "you" or a stock phrase, with a high probability of no speech and improbable words. With the
 * small model this rejects 24 of 27 noises and none of 40 clips of speech, single digits included. The tiny model also
 * rejects a synthetic voice, so this only decides where the voice activity detector has found hardly any speech either.
 */
const NO_SPEECH = 1.06;
const UNSURE = 0.4;

/**
 * For noise, Moonshine ends at once with a probability over 0.95, and the rest goes to one text, "you". For a word that it
 * does not understand, the rest is spread over many texts. This is a logistic regression on the log probabilities of any
 * text and of the best one. Of 250 short words of speakers it was not fitted on it rejects 0.5 %, and of 48 equally short
 * noises 2 pass. Of 80 noises 6 pass the detector before it.
 */
const PER_ANY_TEXT = 5.1;
const PER_BEST_TEXT = -1.9;
const BIAS = 6.4;
/** Lower log probabilities of the best text make no difference. */
const LEAST_TEXT = -8;

/**
 * Above this emptiness something was said, but rarely the best text: it was right for 3 of 21 short words. A grammar may
 * still find the right one.
 */
export const UNINTELLIGIBLE = 2.7;

/** What a search found in a segment. */
export interface FoundTexts {
  best: Hypothesis | undefined;
  /** Log probability of no text at all. */
  empty: number;
}

/** Whether nobody speaks in a segment, judged after the free search. */
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
 * By how much an empty text is more probable than the best one, in log probability. 0 for long segments, whose text is
 * always less probable than an empty one, and for models that never return an empty text.
 */
export function emptinessOf(
  { noSpeech }: FirstImpression,
  { best, empty }: FoundTexts,
  speech: readonly SpeechSpan[],
): number {
  return best && noSpeech === 0 && isLittle(speech) ? Math.max(0, empty - best.total) : 0;
}

function meanOf(logProbs: readonly number[]): number {
  return logProbs.reduce((sum, logProb) => sum + logProb, 0) / Math.max(1, logProbs.length);
}
