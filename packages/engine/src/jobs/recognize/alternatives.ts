import type { SegmentAlternative } from '../../contract/recognition.ts';
import type { Candidate } from './candidate.ts';
import { type DecodedSegment, timesOf } from './decoded-segment.ts';

/** As many of the candidates as were asked for, best first, with words where those were asked for. */
export async function alternativesOf(
  segment: DecodedSegment,
  candidates: readonly Candidate[],
): Promise<SegmentAlternative[]> {
  const { input, checkpoint } = segment;
  const alternatives: SegmentAlternative[] = [];
  for (const candidate of candidates.slice(0, input.sentences)) {
    await checkpoint();
    const { text, score, hypothesis } = candidate;
    const timed = input.words === 'all' || (input.words === 'first' && alternatives.length === 0);
    const words = timed ? await candidate.words((parts) => timesOf(segment, hypothesis, parts)) : [];
    alternatives.push({ text, score, words });
  }
  return alternatives;
}
