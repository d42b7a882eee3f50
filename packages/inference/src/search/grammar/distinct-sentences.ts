import type { Hypothesis } from '../beam-search.ts';
import type { BoundSentence } from './grammar-guide.ts';

/** A sentence of a grammar, as probable as all the ways to write it together. */
export interface Found {
  sentence: BoundSentence;
  /** The most probable way to write it. */
  hypothesis: Hypothesis;
  logProb: number;
  /** Its part of the probability of all that was found, 0 to 1. Several grammars may have the same sentence. */
  share: number;
}

/** The sentences that hypotheses are, best first. `sentencesOf` gives at most one for each grammar. */
export function distinctSentences(
  hypotheses: readonly Hypothesis[],
  sentencesOf: (hypothesis: Hypothesis) => readonly BoundSentence[],
): Found[] {
  const best = Math.max(...hypotheses.map(({ total }) => total));
  const found = new Map<string, Pick<Found, 'sentence' | 'hypothesis'> & { probability: number }>();
  let all = 0;
  for (const hypothesis of hypotheses.toSorted((a, b) => b.total - a.total)) {
    const sentences = hypothesis.ended ? sentencesOf(hypothesis) : [];
    const probability = Math.exp(hypothesis.total - best);
    if (sentences.length > 0) all += probability;
    for (const sentence of sentences) {
      const key = `${sentence.lm} ${ownWords(sentence)}`;
      const known = found.get(key);
      if (known) known.probability += probability;
      else found.set(key, { sentence, hypothesis, probability });
    }
  }
  return [...found.values()]
    .map(({ probability, ...each }) => ({
      ...each,
      logProb: best + Math.log(probability),
      share: probability / all,
    }))
    .sort((a, b) => b.logProb - a.logProb);
}

/** What GARBAGE takes is not told apart: the sentence is the same. */
function ownWords({ words }: BoundSentence): string {
  return words.flatMap(({ word, filler }) => (filler ? [] : [word])).join(' ');
}
