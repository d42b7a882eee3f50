import { distinctReadings, type Reading, readHypothesis } from '../../search/reading.ts';
import type { Candidate } from './candidate.ts';
import { type DecodedSegment, timesOf } from './decoded-segment.ts';
import { fewestErrors } from './fewest-errors.ts';
import type { FreeSearch } from './free-search.ts';
import { timingUnits } from './timing-units.ts';
import { wordScores } from './word-scores.ts';
import { timedWords } from './word-times.ts';

/** What a search found, in distinct texts, best first. */
export function readingsOf({ segment, hypotheses }: Pick<FreeSearch, 'segment' | 'hypotheses'>): Reading[] {
  const { model, language, input } = segment;
  return distinctReadings(
    hypotheses.map((hypothesis) => readHypothesis(model.vocabulary, hypothesis, language, input.written)),
  );
}

/**
 * The texts of free speech, best first: the one with the fewest wrong words to be expected, and then the most probable
 * ones.
 */
export function freeCandidates(search: Pick<FreeSearch, 'segment' | 'hypotheses'>): Candidate[] {
  const readings = readingsOf(search);
  const chosen = fewestErrors(readings);
  const ordered = chosen ? [chosen, ...readings.filter((reading) => reading !== chosen)] : [];
  return fallingScores(ordered.map((reading) => freeCandidate(search.segment, reading, readings[0]!)));
}

/** `best` is the most probable text that the same model found. */
export function freeCandidate(segment: DecodedSegment, reading: Reading, best: Reading): Candidate {
  const { vocabulary, shape } = segment.model;
  const { text, hypothesis, source, words } = reading;
  const scores = wordScores(shape.family, reading, best.hypothesis);
  return {
    text,
    score: scores.text,
    async words() {
      const units = timingUnits(vocabulary, hypothesis.tokens, source);
      const times = await timesOf(segment, hypothesis, units);
      return timedWords(
        words,
        scores.words,
        units.map((unit, at) => ({ ...unit, ...times[at]! })),
      );
    },
  };
}

/** Less probable as a whole, so not more likely right: a phrase said twice is sure of every word. */
export function fallingScores(candidates: readonly Candidate[]): Candidate[] {
  let most = 1;
  return candidates.map((candidate) => {
    most = Math.min(candidate.score, most);
    return { ...candidate, score: most };
  });
}
