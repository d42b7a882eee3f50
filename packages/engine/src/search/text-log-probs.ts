import type { SegmentSearch } from './segment-search.ts';

/** Log probabilities of texts as they are written, each with its end. */
export async function textLogProbs(
  { model, run, encoded, prompt, checkpoint }: SegmentSearch,
  texts: readonly string[],
): Promise<number[]> {
  const totals: number[] = [];
  run.begin(encoded);
  for (const text of texts) {
    await checkpoint();
    const logProbs = await run.logProbsOf(prompt, model.vocabulary.encode(text));
    totals.push(logProbs.reduce((sum, logProb) => sum + logProb, 0));
  }
  return totals;
}
