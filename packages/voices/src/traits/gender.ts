import type { SegmentVoice } from '@locutor/contract';
import { type HeadsOf, type Layer, loadHeads, logistic, runHead } from './head-file.ts';

export type Gender = 'FEMALE' | 'MALE' | 'UNKNOWN';

export interface GenderEstimate {
  readonly gender: Gender;
  /** Probability that an adult with this voice is a woman. */
  readonly female: number;
}

/** Outputs: female against male, then child against adult. */
export interface GenderHead {
  readonly layers: readonly Layer[];
  /** From an output to a log-odds. */
  readonly calibration: readonly [Calibration, Calibration];
  /** The more probable gender is given only from this probability on. */
  readonly answerFrom: number;
  /** Children's voices do not tell: above this probability of a child the gender is UNKNOWN. */
  readonly childAbove: number;
  /** Seconds of speech under which the gender is UNKNOWN. */
  readonly leastSpeech: number;
}

interface Calibration {
  readonly slope: number;
  readonly intercept: number;
}

export const loadGenderHeads = (): HeadsOf<GenderHead> => loadHeads<Omit<GenderHead, 'layers'>>('gender');

/** From states, or from the slow view of an embedded voice. */
export function estimateGender(voice: SegmentVoice, heads: HeadsOf<GenderHead>): GenderEstimate {
  const { states, slow, speech } = voice;
  const head = states ? heads.states : heads.embedded;
  const input = states ?? slow;
  if (!input) throw new TypeError('a gender is estimated from states, or from the slow view of a voice');
  const outputs = runHead(head.layers, input);
  const [female, child] = head.calibration.map(({ slope, intercept }, n) =>
    logistic(slope * outputs[n]! + intercept),
  ) as [number, number];
  const certain = Math.max(female, 1 - female) >= head.answerFrom;
  if (!certain || child > head.childAbove || speech < head.leastSpeech) return { gender: 'UNKNOWN', female };
  return { gender: female >= 0.5 ? 'FEMALE' : 'MALE', female };
}
