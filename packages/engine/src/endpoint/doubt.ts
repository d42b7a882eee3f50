import type { SileroVad } from '../voice/silero.ts';
import type { SpeechSpan } from '../voice/speech-spans.ts';
import { hearAgain } from './hear-voice.ts';

/** A sneeze, a bark or a wave can pass for so much speech, in seconds; what is longer is believed at once. */
const DOUBTED = 1;
/** With 0.5 noises pass for speech less often, 4 of 80 instead of 5, but so does some speech over the telephone. */
const SPEECH = 0.4;
const SHORTEST_SPEECH = 2;

/** Whether a segment is speech indeed. Little of it in a segment is heard once more before it is believed. */
export async function isSpeech(
  segment: { samples: Float32Array; speech: readonly SpeechSpan[] },
  voice: SileroVad,
  checkpoint: () => Promise<void>,
): Promise<boolean> {
  const spoken = segment.speech.reduce((sum, { start, end }) => sum + end - start, 0);
  return spoken >= DOUBTED || hasSpeech(await hearAgain(segment.samples, voice, checkpoint));
}

/** Whether enough windows in a row are speech. */
function hasSpeech(probabilities: readonly number[]): boolean {
  let run = 0;
  return probabilities.some((probability) => {
    run = probability >= SPEECH ? run + 1 : 0;
    return run >= SHORTEST_SPEECH;
  });
}
