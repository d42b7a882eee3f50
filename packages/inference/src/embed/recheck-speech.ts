import { joinSamples } from '@locutor/audio';
import type { SileroVad } from '../vad/silero.ts';
import { isSpeechInSecondPass } from '../vad/speech-activity.ts';
import type { CutUtterance } from './utterance-cutter.ts';

/** Probability in the second pass that confirms an utterance: under 1 % of clear ones have no such window. */
const LIKELY = 0.3;
/** Windows before the utterance that are checked again: a quarter of a second. */
const LEAD = 8;
/** The most windows that are checked again: four seconds are enough. */
const MOST_CHECKED = 125;

/** Whether an utterance is speech in a second pass of the detector, which fewer noises pass. */
export async function soundsLikeSpeech(
  { lead, windows }: CutUtterance,
  vad: SileroVad,
  checkpoint: () => Promise<void>,
): Promise<boolean> {
  const again = [...lead.slice(-LEAD), ...windows.slice(0, MOST_CHECKED).map(({ samples }) => samples)];
  return isSpeechInSecondPass(joinSamples(again), LIKELY, vad, checkpoint);
}
