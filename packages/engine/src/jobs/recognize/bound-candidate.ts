import type { AcceptedSentence } from '../../search/grammar/bound-search.ts';
import { spreadTimes, wordGroups } from './bound-words.ts';
import type { Candidate } from './candidate.ts';

/** A sentence of a grammar; all its words have its score. */
export function boundCandidate({ sentence, hypothesis, score }: AcceptedSentence): Candidate {
  return {
    text: sentence.words.map(({ word }) => word).join(' '),
    score,
    hypothesis,
    async words(timesOf) {
      const groups = wordGroups(sentence);
      const times = await timesOf(groups);
      return spreadTimes(groups, times).map(({ group: _, ...word }) => ({ ...word, score }));
    },
  };
}
