import type { RecognitionResult } from '../../operations/results/result.ts';

/** A result as Asterisk keeps it: SPEECH_TEXT, SPEECH_SCORE and SPEECH_GRAMMAR. */
export interface AeapResult {
  readonly text: string;
  /** 0 to 100. */
  readonly score: number;
  /** The language model that it is of. */
  readonly grammar: string;
  /** Its place in the n-best list. */
  readonly best: number;
}

/** Asterisk reads messages of 32 KiB, and closes the connection at larger ones. */
const MOST_BYTES = 30_000;

/** The alternatives of a result, the best one alone unless all are wanted; none where nothing was recognised. */
export function resultsOf(
  { alternatives }: Pick<RecognitionResult, 'alternatives'>,
  all: boolean,
): AeapResult[] {
  const results: AeapResult[] = [];
  let bytes = 0;
  for (const [best, { text, score, lm }] of (all ? alternatives : alternatives.slice(0, 1)).entries()) {
    const result = { text, score, grammar: lm, best };
    bytes += Buffer.byteLength(JSON.stringify(result)) + 1;
    if (bytes > MOST_BYTES) break;
    results.push(result);
  }
  return results;
}

/** The request that brings results to Asterisk, which ends its listening. */
export const setResults = (id: string, results: readonly AeapResult[]) =>
  JSON.stringify({ request: 'set', id, params: { results } });
