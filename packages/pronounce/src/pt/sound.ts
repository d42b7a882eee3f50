/** One sound of a word, with the letter it comes from. */
export interface Sound {
  kind: 'vowel' | 'glide' | 'consonant';
  /** For vowels the letter without its accent, for others the sign of the sound. */
  sign: string;
  /** The accent as it is written. */
  accent?: 'acute' | 'circumflex' | 'tilde' | 'grave';
  nasal?: boolean;
  stressed?: boolean;
}
