import { WINDOW_SECONDS } from '../endpoint/window-reading.ts';
import type { SpeakerModel } from './speaker-model.ts';
import type { UtteranceWindow } from './utterance-cutter.ts';
import { EMBEDDING, type VoicePart, writeVoice } from './voice.ts';
import { voicedSamples } from './voiced-samples.ts';

/** Windows that are embedded together at most, ten seconds: memory, and the wait of a cancel, grow with them. */
const MOST = Math.round(10 / WINDOW_SECONDS);

/** What the voice of an utterance is like, for the voice scorer: as a whole, and in halves where that is wanted. */
export async function embedVoice(
  windows: readonly UtteranceWindow[],
  model: SpeakerModel,
  inHalves: boolean,
  checkpoint: () => Promise<void>,
): Promise<Uint8Array> {
  const voiced = windows.filter((window) => window.voiced);
  const part = async (some: readonly UtteranceWindow[]): Promise<VoicePart> => {
    const pieces = Math.ceil(some.length / MOST);
    const at = (piece: number) => Math.round((piece * some.length) / pieces);
    const embedding = new Float32Array(EMBEDDING);
    for (let n = 0; n < pieces; n++) {
      await checkpoint();
      const piece = await model.embed(voicedSamples(some.slice(at(n), at(n + 1))));
      const length = Math.hypot(...piece);
      for (let k = 0; k < EMBEDDING; k++) embedding[k]! += piece[k]! / length / pieces;
    }
    return { speech: some.length * WINDOW_SECONDS, embedding };
  };
  const parts = [await part(voiced)];
  if (inHalves && voiced.length > 1) {
    const middle = Math.ceil(voiced.length / 2);
    parts.push(await part(voiced.slice(0, middle)), await part(voiced.slice(middle)));
  }
  return writeVoice(parts);
}
