import type { Hypothesis } from '../decode/beam-search.ts';
import { chooseSentence } from './choose-sentence.ts';
import type { BoundSentence, GrammarGuide, GuideState } from './grammar-guide.ts';

/** A sentence of a grammar, as probable as all the ways to write it together. */
export interface Found {
  sentence: BoundSentence;
  /** The most probable way to write it. */
  hypothesis: Hypothesis;
  logProb: number;
  /** Its part of the probability of all that was found, 0 to 1. Several grammars may have the same sentence. */
  share: number;
}

/** The sentences that hypotheses of a search are, best first; `plain` is what free speech would make of one. */
export function distinctSentences(
  guide: Pick<GrammarGuide, 'sentences'>,
  hypotheses: readonly Hypothesis[],
  plain: (hypothesis: Hypothesis) => string,
): Found[] {
  const best = hypotheses[0]?.total ?? 0;
  const found = new Map<string, Pick<Found, 'sentence' | 'hypothesis'> & { probability: number }>();
  let all = 0;
  for (const hypothesis of hypotheses) {
    const sentences = hypothesis.ended ? guide.sentences(hypothesis.state as GuideState) : [];
    if (sentences.length === 0) continue;
    const text = plain(hypothesis);
    const probability = Math.exp(hypothesis.total - best);
    all += probability;
    for (const lm of new Set(sentences.map((each) => each.lm))) {
      const ofGrammar = sentences.filter((each) => each.lm === lm);
      const sentence = chooseSentence(ofGrammar, text)!;
      const key = `${lm} ${ownWords(sentence)}`;
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
