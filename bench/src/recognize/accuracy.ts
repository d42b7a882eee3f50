import { compare, comparedWords, type PairedErrors } from '../word-errors.ts';
import { type Clip, clipSets, clipsOf } from './clip-sets.ts';
import type { Pair, Recognition } from './pair.ts';

/** A clip as both have recognized it. */
export interface RecognizedClip extends PairedErrors {
  set: string;
  clip: Clip;
  recognition: Recognition;
  referenceText: string;
}

/** Some phone numbers are not what was said: those that both get more than half wrong are left out. */
const MISLABELED = { set: 'phone numbers', wrong: 0.5 };

export async function recognizeSets(pair: Pair, clips: number): Promise<RecognizedClip[]> {
  const all: RecognizedClip[] = [];
  for (const set of clipSets) {
    const some = await clipsOf(set, set.name.startsWith('long') ? Math.ceil(clips / 4) : clips);
    if (some.length === 0) console.log(`${set.name}: its recordings are not on this machine, left out`);
    for (const clip of some) {
      const recognized = await recognizeBoth(pair, set.name, clip);
      const { words, ours, reference } = recognized;
      if (set.name === MISLABELED.set && Math.min(ours, reference) > MISLABELED.wrong * words) continue;
      all.push(recognized);
    }
  }
  return all;
}

export async function recognizeBoth(pair: Pair, set: string, clip: Clip): Promise<RecognizedClip> {
  const said = comparedWords(clip.text);
  const recognition = await pair.recognize(clip.samples);
  const { text: referenceText } = await pair.decodeReference(clip.samples);
  return {
    set,
    clip,
    recognition,
    referenceText,
    words: said.length,
    ours: compare(said, comparedWords(recognition.text)).errors,
    reference: compare(said, comparedWords(referenceText)).errors,
  };
}
