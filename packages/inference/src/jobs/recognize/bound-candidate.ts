import type { AcceptedSentence } from '../../search/grammar/bound-search.ts';
import { sentenceText } from '../../search/grammar/sentence-text.ts';
import { spreadTimes, wordGroups } from './bound-words.ts';
import type { Candidate } from './candidate.ts';
import { type DecodedSegment, timesOf } from './decoded-segment.ts';

/** A sentence of a grammar; all its words have its score. */
export function boundCandidate(
  segment: DecodedSegment,
  { sentence, hypothesis, score }: AcceptedSentence,
): Candidate {
  return {
    text: sentenceText(sentence),
    score,
    async words() {
      const groups = wordGroups(sentence);
      const times = await timesOf(segment, hypothesis, groups);
      return spreadTimes(groups, times).map(({ group: _, ...word }) => ({ ...word, score }));
    },
  };
}
