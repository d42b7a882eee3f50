import type { RecognizerGraphs } from '../models/graphs/recognizer-graphs.ts';
import type { Reading } from './reading.ts';

export interface Scores {
  /** Of every word. */
  words: number[];
  text: number;
}

export function wordScores(
  _family: RecognizerGraphs['family'],
  reading: Reading,
  _all: readonly Reading[],
): Scores {
  const { source, words, hypothesis } = reading;
  const sourceScores = source.map(({ from, to }) => {
    const logProbs = hypothesis.logProbs.slice(from, to);
    return Math.exp(logProbs.reduce((sum, logProb) => sum + logProb, 0) / logProbs.length);
  });
  const scores = words.map(({ from, to }) => Math.min(...sourceScores.slice(from, to)));
  return { words: scores, text: scores.reduce((sum, score) => sum + score, 0) / scores.length };
}
