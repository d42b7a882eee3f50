import type { SegmentSearch } from './segment-search.ts';

/** Log probabilities of texts as they are written, each with its end. */
export async function textLogProbs(segment: SegmentSearch, texts: readonly string[]): Promise<number[]> {
  const totals: number[] = [];
  for (const text of texts) totals.push(sumOf(await tokenLogProbs(segment, text)));
  return totals;
}

/** Log probabilities of the tokens of a text as it is written, and of the end behind them. */
export function tokenLogProbs(segment: SegmentSearch, text: string): Promise<number[]> {
  return logProbsOf(segment, segment.model.vocabulary.encode(text));
}

/** Log probabilities of tokens, and of the end behind them. */
export async function logProbsOf(
  { run, encoded, prompt, checkpoint }: SegmentSearch,
  tokens: readonly number[],
): Promise<number[]> {
  await checkpoint();
  run.begin(encoded);
  return run.logProbsOf(prompt, tokens);
}

export function sumOf(logProbs: readonly number[]): number {
  return logProbs.reduce((sum, logProb) => sum + logProb, 0);
}
