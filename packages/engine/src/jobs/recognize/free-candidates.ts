import type { Hypothesis } from '../../search/beam-search.ts';
import { distinctReadings, type Reading, readHypothesis } from '../../search/reading.ts';
import type { SegmentSearch } from '../../search/segment-search.ts';
import type { Candidate } from './candidate.ts';
import { timingUnits } from './timing-units.ts';
import { wordScores } from './word-scores.ts';
import { timedWords } from './word-times.ts';

/** The texts of free speech, best first. */
export function freeCandidates(segment: SegmentSearch, hypotheses: readonly Hypothesis[]): Candidate[] {
  const { model, language, input } = segment;
  const readings = distinctReadings(
    hypotheses.map((hypothesis) => readHypothesis(model.vocabulary, hypothesis, language, input.written)),
  );
  let most = 1;
  return readings.slice(0, input.sentences).map((reading) => {
    const candidate = candidateOf(segment, reading, readings[0]!);
    // Less probable as a whole, so not more likely right: a phrase said twice is sure of every word.
    most = Math.min(candidate.score, most);
    return { ...candidate, score: most };
  });
}

function candidateOf({ model }: SegmentSearch, reading: Reading, best: Reading): Candidate {
  const { text, hypothesis, source, words } = reading;
  const scores = wordScores(model.shape.family, reading, best.hypothesis);
  return {
    text,
    score: scores.text,
    hypothesis,
    async words(timesOf) {
      const units = timingUnits(model.vocabulary, hypothesis.tokens, source);
      const times = await timesOf(units);
      return timedWords(
        words,
        scores.words,
        units.map((unit, at) => ({ ...unit, ...times[at]! })),
      );
    },
  };
}
