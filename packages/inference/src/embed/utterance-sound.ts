import { joinSamples } from '@locutor/audio';
import { MOST_SOUND_SECONDS, SAMPLE_RATE, type UtteranceSound, WINDOW_SECONDS } from '@locutor/contract';
import type { CutUtterance } from './utterance-cutter.ts';

/**
 * Windows of silence kept in front. With those behind the utterance before, joined utterances are half a second apart:
 * after longer pauses recognition sometimes leaves out a text that is said a second time.
 */
const LEAD = Math.round(0.2 / WINDOW_SECONDS);

/** The audio of an utterance for recognition; undefined if it is longer than a model can process. */
export function utteranceSound({ lead, windows, tail }: CutUtterance): UtteranceSound | undefined {
  const before = joinSamples(lead.slice(-LEAD));
  const spoken = joinSamples(windows.map(({ samples }) => samples));
  const samples = joinSamples([before, spoken, ...tail]);
  if (samples.length > MOST_SOUND_SECONDS * SAMPLE_RATE) return undefined;
  const start = before.length / SAMPLE_RATE;
  return { samples, start, end: start + spoken.length / SAMPLE_RATE };
}
