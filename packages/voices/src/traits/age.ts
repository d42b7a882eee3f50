import type { SegmentVoice } from '@locutor/contract';
import { type HeadsOf, type Layer, loadHeads, runHead, softmax } from './head-file.ts';

export const ageGroups = ['CHILD', 'TEENAGER', 'YOUNG_ADULT', 'ADULT', 'SENIOR'] as const;
export type AgeGroup = (typeof ageGroups)[number];

/** Names of the ten-year ranges that probabilities are given for. */
export const tens = Array.from({ length: 10 }, (_, n) => `${10 * n}-${10 * n + 10}`);

export interface AgeEstimate {
  readonly years: number;
  readonly group: AgeGroup;
  /** Probability of the group, all five being equally frequent beforehand; less with little speech. */
  readonly confidence: number;
  /** Probability of each ten years; the sum is one. */
  readonly tens: readonly number[];
  /** Whether the head is sure enough, and has enough speech, to name a group where UNKNOWN is possible. */
  readonly certain: boolean;
}

interface AgeClass {
  readonly group: AgeGroup;
  /** Mean age of the people in it. */
  readonly years: number;
  /** How its probability is spread over the ten-year ranges. */
  readonly tens: readonly number[];
}

/** Outputs: for each class one of men and one of women. */
export interface AgeHead {
  readonly layers: readonly Layer[];
  readonly classes: readonly AgeClass[];
  /** Added to the log-probability of each group before one is chosen. */
  readonly offsets: readonly number[];
  /** Share of its neighbours' probability that is added to a group's own before the best is chosen. */
  readonly beside: number;
  /** Below this confidence VERIFY says UNKNOWN. */
  readonly answerFrom: number;
  /** Seconds of speech under which VERIFY says UNKNOWN and the confidence is reduced in proportion. */
  readonly leastSpeech: number;
}

export const loadAgeHeads = (): HeadsOf<AgeHead> => loadHeads<Omit<AgeHead, 'layers'>>('age');

/** From states, or from both views of an embedded voice. */
export function estimateAge(voice: SegmentVoice, heads: HeadsOf<AgeHead>): AgeEstimate {
  const { states, slow, full, speech } = voice;
  const head = states ? heads.states : heads.embedded;
  const input = states ?? (slow && full && joined(full, slow));
  if (!input) throw new TypeError('an age is estimated from states, or from both views of a voice');
  return ageOf(softmax(runHead(head.layers, input)), speech, head);
}

function joined(one: Float32Array, other: Float32Array): Float32Array {
  const both = new Float32Array(one.length + other.length);
  both.set(one);
  both.set(other, one.length);
  return both;
}

/** From the probabilities of men and women of each class. */
function ageOf(shares: readonly number[], speech: number, head: AgeHead): AgeEstimate {
  const classes = head.classes.map((each, n) => ({ ...each, p: shares[2 * n]! + shares[2 * n + 1]! }));
  const groups = ageGroups.map((group) =>
    classes.reduce((sum, each) => sum + (each.group === group ? each.p : 0), 0),
  );
  const weighed = softmax(groups.map((p, n) => Math.log(p + 1e-12) + head.offsets[n]!));
  // A mistake by one group is smaller than one by several.
  const values = weighed.map((p, n) => p + head.beside * ((weighed[n - 1] ?? 0) + (weighed[n + 1] ?? 0)));
  const best = values.indexOf(Math.max(...values));
  // Little speech says less than the head believes: it was fitted on a second and more.
  const confidence = weighed[best]! * Math.min(1, speech / head.leastSpeech);
  return {
    years: classes.reduce((sum, { p, years }) => sum + p * years, 0),
    group: ageGroups[best]!,
    confidence,
    tens: tens.map((_, n) => classes.reduce((sum, each) => sum + each.p * each.tens[n]!, 0)),
    certain: confidence >= head.answerFrom && speech >= head.leastSpeech,
  };
}
