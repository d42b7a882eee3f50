import { type RecognizeSegmentInput, type SegmentAlternative, traced } from '@locutor/contract';
import type { Candidate } from './candidate.ts';

/** As many of the candidates as were asked for, best first, with words where those were asked for. */
export async function alternativesOf(
  candidates: readonly Candidate[],
  { sentences, words: wanted }: RecognizeSegmentInput,
  checkpoint: () => Promise<void>,
): Promise<SegmentAlternative[]> {
  const alternatives: SegmentAlternative[] = [];
  for (const { text, score, words } of candidates.slice(0, sentences)) {
    await checkpoint();
    const timed = wanted === 'all' || (wanted === 'first' && alternatives.length === 0);
    alternatives.push({ text, score, words: timed ? await traced('align', words) : [] });
  }
  return alternatives;
}
