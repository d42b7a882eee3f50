import { addUnfolded } from '../unfolded.ts';

/** A place in the tree of phrases, byte by byte, words apart by one blank. */
export interface PhraseNode {
  readonly next: Map<number, PhraseNode>;
  /** What a text has gained when it has come here, in log probability. */
  readonly gain: number;
  /** A phrase is complete here. */
  readonly complete: boolean;
}

interface Growing extends PhraseNode {
  readonly next: Map<number, Growing>;
  gain: number;
  complete: boolean;
}

export interface WeighedPhrase {
  readonly phrase: string;
  /** For the whole phrase. */
  readonly gain: number;
}

/** Where phrases share a beginning, it has the larger share of both: the rest is given as the phrase goes on. */
export function phraseTrie(phrases: readonly WeighedPhrase[]): PhraseNode {
  const root: Growing = { next: new Map(), gain: 0, complete: false };
  for (const { phrase, gain } of phrases) {
    const length = Buffer.byteLength(phrase);
    const characters = [...phrase];
    const places = [root];
    let bytes = 0;
    for (const character of characters) {
      let at = places.at(-1)!;
      for (const byte of Buffer.from(character)) {
        const next: Growing = at.next.get(byte) ?? { next: new Map(), gain: 0, complete: false };
        at.next.set(byte, next);
        bytes += 1;
        next.gain = Math.max(next.gain, (gain * bytes) / length);
        at = next;
      }
      places.push(at);
    }
    if (places.length > 1) places.at(-1)!.complete = true;
    addUnfolded(characters, places, (before) => ({ next: new Map(), gain: before.gain, complete: false }));
  }
  return root;
}
