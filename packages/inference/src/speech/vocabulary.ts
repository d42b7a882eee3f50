/** What a model's tokens stand for. */
export interface Vocabulary {
  readonly size: number;
  readonly endToken: number;
  /** The UTF-8 bytes a token adds to the text, a leading blank included; none for a token that is no text. */
  bytes(token: number): Uint8Array;
  /** The text of a row of tokens, from its first character that is no blank. */
  decode(tokens: readonly number[]): string;
  /** The tokens that the model itself would write for a text with a blank before it. */
  encode(text: string): number[];
}

/** A word as the model wrote it, punctuation and case included, and the tokens [from, to) it is made of. */
export interface TokenWord {
  text: string;
  from: number;
  to: number;
}

const BLANK = 0x20;

/** The words of a row of tokens: a token that begins with a blank begins a word. */
export function tokenWords(vocabulary: Vocabulary, tokens: readonly number[]): TokenWord[] {
  const words: { from: number; to: number }[] = [];
  for (const [at, token] of tokens.entries()) {
    const bytes = vocabulary.bytes(token);
    if (bytes.length === 0) continue;
    const last = words.at(-1);
    if (last === undefined || bytes[0] === BLANK) words.push({ from: at, to: at + 1 });
    else last.to = at + 1;
  }
  return words
    .map(({ from, to }) => ({ text: vocabulary.decode(tokens.slice(from, to)).trim(), from, to }))
    .filter(({ text }) => text !== '');
}
