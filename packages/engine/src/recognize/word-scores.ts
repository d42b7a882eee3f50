import type { RecognizerGraphs } from '../models/graphs/recognizer-graphs.ts';
import type { Reading } from './reading.ts';

/** Chances of being right, 0 to 1. */
export interface Scores {
  /** Of every word. */
  words: number[];
  /** Of a word of the text on average: the share of its words that is to be expected right. */
  text: number;
}

interface Weights {
  bias: number;
  /** Times the log probability of the word's least probable token. */
  word: number;
  /** Times the mean log probability of all tokens: where the model has lost the audio, sure words are wrong too. */
  text: number;
}

/**
 * Logistic regression of "this word is in the reference" on read speech by learners and children, single digits,
 * acted speech and telephone numbers; `bench/recognize` prints how well it holds on other clips of them.
 */
const weights: Record<RecognizerGraphs['family'], Weights> = {
  moonshine: { bias: 3.71, word: 0.66, text: 5.8 },
  whisper: { bias: 4.71, word: 1.14, text: 3.69 },
};

/** What lies below says nothing more. */
const LEAST_WORD = -6;
const LEAST_TEXT = -4;

export function wordScores(family: RecognizerGraphs['family'], reading: Reading): Scores {
  const { source, words, hypothesis } = reading;
  const { bias, word, text } = weights[family];
  const { logProbs } = hypothesis;
  const mean = logProbs.reduce((sum, logProb) => sum + logProb, 0) / Math.max(1, logProbs.length);
  const common = bias + text * Math.max(LEAST_TEXT, mean);
  const scores = words.map(({ from, to }) => {
    let least = 0;
    for (let at = source[from]!.from; at < source[to - 1]!.to; at++) least = Math.min(least, logProbs[at]!);
    return 1 / (1 + Math.exp(-common - word * Math.max(LEAST_WORD, least)));
  });
  return { words: scores, text: scores.reduce((sum, score) => sum + score, 0) / Math.max(1, scores.length) };
}
