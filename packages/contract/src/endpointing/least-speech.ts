import type { SpeechSpan } from '../speech-span.ts';

/** A sneeze, a bark or a wave can look like this much speech, in seconds; segments with more are not rechecked. */
const SHORT = 1;
/**
 * The least probability of speech in the second pass. Of 80 noises 3 pass (7 when they are cut as short as a word), and
 * of 424 words that fill their clip all do. With 0.5, 2 noises (2 when cut) and 421 words pass. Segments that pass are
 * judged by their text as well.
 */
const LIKELY = 0.3;
/** The same in audio with clear speech: short words between sentences have low probabilities of their own. */
const LIKELY_AMONG_SPEECH = 0.2;

export interface DoubtfulSegment {
  speech: readonly SpeechSpan[];
  whole: boolean;
}

/**
 * The probability of speech that a segment must have in a second pass of the detector; undefined where it needs none.
 * `spoken` says that there was clear speech in the audio. A piece that was cut from speech is speech, however short.
 */
export function leastSpeech({ speech, whole }: DoubtfulSegment, spoken: boolean): number | undefined {
  if (!whole || speech.reduce((sum, { start, end }) => sum + end - start, 0) >= SHORT) return undefined;
  return spoken ? LIKELY_AMONG_SPEECH : LIKELY;
}
