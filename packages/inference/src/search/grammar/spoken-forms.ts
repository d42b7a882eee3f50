import type { Hypothesis } from '../beam-search.ts';
import type { SegmentSearch } from '../segment-search.ts';
import { logProbsOf, sumOf } from '../text-log-probs.ts';
import { sum, writtenForms } from './spoken-lack.ts';

/** Words as models write them out. */
export interface SpokenForms {
  /** The likeliest form. */
  best: Hypothesis;
  /** Of all forms together. */
  logProb: number;
}

/** How probable words are where they are written out. */
export async function spokenForms(segment: SegmentSearch, words: string): Promise<SpokenForms> {
  const forms: Hypothesis[] = [];
  for (const form of writtenForms(words)) {
    const tokens = segment.model.vocabulary.encode(form);
    const logProbs = await logProbsOf(segment, tokens);
    forms.push({ tokens, logProbs, total: sumOf(logProbs), ended: true, state: undefined });
  }
  const best = forms.reduce((best, form) => (form.total > best.total ? form : best));
  return { best, logProb: sum(forms.map(({ total }) => total)) };
}
