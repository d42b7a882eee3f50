import type { SpoofingScore } from '@locutor/contract';
import type { Fraud } from '../decide.ts';
import type { AntispoofingPlan } from './policy.ts';

export interface Judged {
  readonly fraud: Fraud;
  /** The detector's score of all speech, for the audit log; absent where nothing was scored. */
  readonly score?: number;
}

export interface ScoredUtterance {
  /** Seconds. */
  readonly speech: number;
  readonly spoofing?: SpoofingScore;
}

/**
 * Whether all utterances together are spoofed, each weighing as much as it has speech. Utterances may differ in
 * bandwidth: each is measured against the thresholds of its own.
 */
export function judgeSpoofing(utterances: readonly ScoredUtterance[], plan: AntispoofingPlan): Judged {
  let [speech, score, reject, accept] = [0, 0, 0, 0];
  for (const { spoofing, speech: seconds } of plan.enabled ? utterances : []) {
    if (!spoofing) continue;
    const thresholds = plan.thresholds[spoofing.band];
    speech += seconds;
    score += seconds * spoofing.score;
    reject += seconds * thresholds.reject;
    accept += seconds * thresholds.accept;
  }
  if (speech === 0) return { fraud: 'unknown' };
  const mean = Math.round((10_000 * score) / speech) / 10_000;
  if (speech < plan.minSpeechSeconds) return { fraud: 'unknown', score: mean };
  const fraud = score >= reject ? 'detected' : score <= accept ? 'none' : 'unknown';
  return { fraud, score: mean };
}
