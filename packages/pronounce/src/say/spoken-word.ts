/** A word as it is said, and where it came from. */
export interface SpokenWord {
  /** Lower case, without punctuation: "twenty". */
  text: string;
  /** The token of the text that it stands for, as it was written: "25%". Empty for all but the first of its words. */
  written: string;
  /** Whether it is the name of a letter: the "b" of "B2B". */
  letter: boolean;
  /** The punctuation behind it, one sign that the model knows, or none. */
  trail: string;
  /** Sounds that were given with it, instead of those that the language would find. */
  sounds?: string;
  emphasis?: Emphasis;
}

export type Emphasis = 'strong' | 'moderate' | 'reduced';
