import type { RecognizedWord } from '@locutor/contract';

/** Tokens [from, to) of a hypothesis. */
export interface TokenRange {
  from: number;
  to: number;
}

/** A sentence that a search has found, free or of a grammar. */
export interface Candidate {
  text: string;
  /** The chance of being right, 0 to 1. */
  score: number;
  /** Finds when each word was said, which takes time: it is called only where words are asked for. */
  words(): Promise<RecognizedWord[]>;
}
