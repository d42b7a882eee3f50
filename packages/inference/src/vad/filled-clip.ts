import type { FoundSegment } from '@locutor/contract';
import { voicing } from './voicing.ts';

/** A clip that is shorter, in seconds, may be nothing but a word. */
const SHORT_CLIP = 0.6;
/**
 * None of 75 noises of 0.2 to 0.55 s in which no speech began has a window with as much, and most of 13 spelled
 * letters.
 */
const LIKELY = 0.32;
/**
 * With a mean probability of as much a clip needs no second pass, and a voiced one with less. Before, 5 of 91 spelled letters
 * of the half "tuning", on which these were chosen, and 6 of 111 of the half "check" had no speech, most by the second pass;
 * now 1 and 2 have none. Of 870 noises cut to 0.1 to 0.6 s none passes that did not before. With 0.26 one does, and with 0.12 for
 * voiced ones two.
 */
const LIKELY_THROUGHOUT = 0.27;
const LIKELY_IF_VOICED = 0.15;
/** Anything from 0.6 to 0.93 is as good on the half "tuning"; with 0.7, two noises of the half "check" pass. */
const VOICED = 0.8;

interface Clip {
  seconds: number;
  /** The probability of speech of its clearest window. */
  clearest: number;
  /** The mean of the probabilities of all windows. */
  mean: number;
  samples: () => Float32Array;
}

/**
 * The segments of a short clip that may be nothing but a word; `found` for any other. The detector is late for a word that has
 * neither a silence nor an onset before it: a vowel of 0.3 s may be over first, and then it is all of the clip. The second
 * pass hears such a word as the background of itself.
 */
export function filledClip(found: FoundSegment[], clip: Clip): FoundSegment[] {
  const { seconds, clearest } = clip;
  if (seconds >= SHORT_CLIP) return found;
  // Its caller has cut it: what is cut from speech is speech, however short.
  const doubtful = !isSpeechThroughout(clip);
  if (found.length > 0) return found.map((each) => ({ ...each, whole: each.whole && doubtful }));
  if (doubtful && clearest < LIKELY) return [];
  const speech = [{ start: 0, end: seconds }];
  const whole = doubtful;
  return [{ index: 0, start: 0, end: seconds, audioStart: 0, audioEnd: seconds, speech, whole }];
}

function isSpeechThroughout({ mean, samples }: Clip): boolean {
  if (mean >= LIKELY_THROUGHOUT) return true;
  return mean >= LIKELY_IF_VOICED && voicing(samples()) >= VOICED;
}
