import { type Clip, clipSets, clipsOf } from './clip-sets.ts';
import type { Heard, Pair } from './hear.ts';
import { compare, comparedWords, type PairedErrors } from './word-errors.ts';

/** A clip as both have heard it. */
export interface HeardClip extends PairedErrors {
  set: string;
  clip: Clip;
  heard: Heard;
  referenceText: string;
}

/** Some phone numbers are not what was said: those that both get more than half wrong are left out. */
const MISLABELED = { set: 'phone numbers', wrong: 0.5 };

export async function hearSets(pair: Pair, clips: number): Promise<HeardClip[]> {
  const all: HeardClip[] = [];
  for (const set of clipSets) {
    const some = await clipsOf(set, set.name.startsWith('long') ? Math.ceil(clips / 4) : clips);
    if (some.length === 0) console.log(`${set.name}: its recordings are not on this machine, left out`);
    for (const clip of some) {
      const heard = await hearBoth(pair, set.name, clip);
      const { words, ours, reference } = heard;
      if (set.name === MISLABELED.set && Math.min(ours, reference) > MISLABELED.wrong * words) continue;
      all.push(heard);
    }
  }
  return all;
}

export async function hearBoth(pair: Pair, set: string, clip: Clip): Promise<HeardClip> {
  const said = comparedWords(clip.text);
  const heard = await pair.hear(clip.samples);
  const { text: referenceText } = await pair.hearReference(clip.samples);
  return {
    set,
    clip,
    heard,
    referenceText,
    words: said.length,
    ours: compare(said, comparedWords(heard.text)).errors,
    reference: compare(said, comparedWords(referenceText)).errors,
  };
}
