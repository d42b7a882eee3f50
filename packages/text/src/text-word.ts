/** One word of a text and the input words it came from. */
export interface TextWord {
  text: string;
  /** Input words [from, to) it was made of. */
  from: number;
  to: number;
}

/** The text that the words make. */
export function textOf(words: readonly TextWord[]): string {
  return words.map((word) => word.text).join(' ');
}
