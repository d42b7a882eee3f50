import tokenizer from 'llama-tokenizer-js';

/** Words of a Moonshine transcript or of a reference text, without case and punctuation. */
export function wordsOf(text: string): string[] {
  return text
    .toLowerCase()
    .split(/[^a-z0-9']+/)
    .filter(Boolean);
}

export function textOf(tokens: readonly number[], endToken: number): string {
  return tokenizer.decode([1, ...tokens.filter((token) => token !== endToken)], true, true);
}
