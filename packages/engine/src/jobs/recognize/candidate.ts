import type { WordTime } from '../../align/index.ts';
import type { RecognizedWord } from '../../contract/recognition.ts';
import type { Hypothesis } from '../../search/beam-search.ts';

/** Tokens [from, to) of a hypothesis. */
export interface TokenRange {
  from: number;
  to: number;
}

/** Finds when parts of a hypothesis were said, in seconds from the start of the segment. */
export type TimesOf = (parts: readonly TokenRange[]) => Promise<WordTime[]>;

/** A sentence that a search has found, free or of a grammar. Its words get times only where they are asked for. */
export interface Candidate {
  text: string;
  /** The chance of being right, 0 to 1. */
  score: number;
  hypothesis: Hypothesis;
  words(timesOf: TimesOf): Promise<RecognizedWord[]>;
}
