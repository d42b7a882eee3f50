/** What the synthesis model says in one go, and the silence behind it. */
export interface Utterance {
  /** Signs of the model's alphabet; empty where there is only silence. */
  phonemes: string;
  /** The words that it says, as they were written. */
  text: string;
  /** The primary subtag of its language. */
  language: string;
  voice?: string;
  /** Factors; 1 is the voice as it is. */
  rate: number;
  volume: number;
  pitch: number;
  /** Silence behind it, in milliseconds. */
  breakMs: number;
  marks: Mark[];
}

/** A name for a place in the speech. */
export interface Mark {
  name: string;
  /** How many of the phonemes of its utterance come before it. */
  at: number;
}
