import type { RecognizerGraphs } from '@locutor/graphs';
import type { Hypothesis } from '../../search/beam-search.ts';
import type { Reading } from '../../search/reading.ts';

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
 * Logistic regression of "this word is right" on read speech by learners and children, single digits and telephone
 * numbers, of half of the speakers, by Moonshine base and Whisper base. `training/recognition` fits them again,
 * and shows how well they hold on the other half.
 */
const weights: Record<RecognizerGraphs['family'], Weights> = {
  moonshine: { bias: 3.48, word: 0.83, text: 5.13 },
  whisper: { bias: 3.9, word: 1.01, text: 3.61 },
};

/** What lies below says nothing more. */
export const LEAST_WORD = -6;
export const LEAST_TEXT = -4;

/**
 * Whether the model has lost the audio is told by the most probable text of it, `best`, for all of them. By their own
 * means, 137 further alternatives scored 13 points less than the share of their words that was right; so 3 more.
 */
export function wordScores(
  family: RecognizerGraphs['family'],
  { source, words, hypothesis: { logProbs } }: Reading,
  best: Pick<Hypothesis, 'logProbs'> = { logProbs },
): Scores {
  const { bias, word, text } = weights[family];
  const sum = best.logProbs.reduce((total, logProb) => total + logProb, 0);
  const mean = sum / Math.max(1, best.logProbs.length);
  const common = bias + text * Math.max(LEAST_TEXT, mean);
  const scores = words.map(({ from, to }) => {
    let least = 0;
    for (let at = source[from]!.from; at < source[to - 1]!.to; at++) least = Math.min(least, logProbs[at]!);
    return 1 / (1 + Math.exp(-common - word * Math.max(LEAST_WORD, least)));
  });
  return {
    words: scores,
    text: scores.reduce((total, score) => total + score, 0) / Math.max(1, scores.length),
  };
}
