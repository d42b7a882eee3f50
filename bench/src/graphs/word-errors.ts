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

/** Fewest changed, missing and added items between two lists. */
export function differences<T>(a: readonly T[], b: readonly T[]): number {
  let above = Array.from({ length: b.length + 1 }, (_, at) => at);
  for (const [row, item] of a.entries()) {
    const line = [row + 1];
    for (const [column, other] of b.entries()) {
      line.push(
        Math.min(line[column]! + 1, above[column + 1]! + 1, above[column]! + (item === other ? 0 : 1)),
      );
    }
    above = line;
  }
  return above[b.length]!;
}
