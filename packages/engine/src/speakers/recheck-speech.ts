import { joinSamples } from '@locutor/audio';
import type { SileroVad } from '../listen/silero.ts';
import { detectAgain } from '../listen/speech-activity.ts';
import type { CutUtterance } from './utterance-cutter.ts';

/** Probability in the second pass that confirms an utterance: under 1 % of clear ones have no such window. */
const LIKELY = 0.3;
/** So many in a row are speech. */
const RUN = 2;
/** Windows before the utterance that are checked again: a quarter of a second. */
const LEAD = 8;
/** The most windows that are checked again: four seconds are enough. */
const MOST_CHECKED = 125;

/** Whether an utterance is speech in a second pass of the detector, whose state has seen it once: fewer noises pass. */
export async function soundsLikeSpeech(
  { lead, windows }: CutUtterance,
  vad: SileroVad,
  checkpoint: () => Promise<void>,
): Promise<boolean> {
  const again = [...lead.slice(-LEAD), ...windows.slice(0, MOST_CHECKED).map(({ samples }) => samples)];
  const probabilities = await detectAgain(joinSamples(again), vad, checkpoint);
  let run = 0;
  return probabilities.some((probability) => {
    run = probability >= LIKELY ? run + 1 : 0;
    return run >= RUN;
  });
}
