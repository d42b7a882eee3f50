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
    const bytes = Buffer.from(phrase, 'utf8');
    let at = root;
    for (const [index, byte] of bytes.entries()) {
      const next: Growing = at.next.get(byte) ?? { next: new Map(), gain: 0, complete: false };
      at.next.set(byte, next);
      next.gain = Math.max(next.gain, (gain * (index + 1)) / bytes.length);
      at = next;
    }
    if (at !== root) at.complete = true;
  }
  return root;
}
