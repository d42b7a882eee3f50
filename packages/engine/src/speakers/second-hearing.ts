import { hearAgain } from '../endpoint/hear-voice.ts';
import type { SileroVad } from '../voice/silero.ts';
import type { CutUtterance } from './utterance-cutter.ts';

/** At the second hearing, a window this probable speaks for the utterance: under 1 % of clear ones have none. */
const LIKELY = 0.3;
/** So many in a row are speech. */
const RUN = 2;
/** Windows that are heard again at most: four seconds say enough. */
const MOST_HEARD = 125;

/** Whether an utterance is speech to a detector that knows its sound already: a noise is then taken for one less often. */
export async function soundsLikeSpeech(
  { lead, windows }: CutUtterance,
  voice: SileroVad,
  checkpoint: () => Promise<void>,
): Promise<boolean> {
  const heard = [...lead, ...windows.slice(0, MOST_HEARD).map(({ samples }) => samples)];
  const probabilities = await hearAgain(joined(heard), voice, checkpoint);
  let run = 0;
  return probabilities.some((probability) => {
    run = probability >= LIKELY ? run + 1 : 0;
    return run >= RUN;
  });
}

function joined(parts: readonly Float32Array[]): Float32Array {
  const all = new Float32Array(parts.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const part of parts) {
    all.set(part, at);
    at += part.length;
  }
  return all;
}
