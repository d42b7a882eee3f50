import type { SegmentSearch } from '../segment-search.ts';

/** Log probabilities of texts as they are written, all of them in one batch. */
export async function textLogProbs(
  { model, run, encoded, prompt, checkpoint }: SegmentSearch,
  texts: readonly string[],
): Promise<number[]> {
  const { vocabulary, endToken } = model.shape;
  const rows = texts.map((text) => [...model.vocabulary.encode(text), endToken]);
  const totals = rows.map(() => 0);
  run.begin(encoded);
  await checkpoint();
  let logProbs = await run.prompt(prompt);
  /** The row of the last run that each text goes on from. */
  let places = rows.map(() => 0);
  for (let at = 0; ; at++) {
    for (const [n, tokens] of rows.entries()) {
      if (at < tokens.length) totals[n]! += logProbs[places[n]! * vocabulary + tokens[at]!]!;
    }
    const going = [...rows.keys()].filter((n) => at + 1 < rows[n]!.length);
    if (going.length === 0) return totals;
    await checkpoint();
    logProbs = await run.step(
      going.map((n) => rows[n]![at]!),
      going.map((n) => places[n]!),
    );
    places = rows.map((_, n) => going.indexOf(n));
  }
}
