export type Decision = 'ACCEPTED' | 'REJECTED' | 'UNDECIDED';

/** What the spoofing detector found: 'unknown' where it is off, there is too little speech, or it is not sure. */
export type Fraud = 'detected' | 'none' | 'unknown';

export interface Decided {
  readonly decision: Decision;
  readonly detail: { readonly biometric_decision: Decision; readonly antispoofing_decision: Decision };
}

export const ANTISPOOFING: Readonly<Record<Fraud, Decision>> = {
  detected: 'REJECTED',
  none: 'ACCEPTED',
  unknown: 'UNDECIDED',
};

/**
 * The interface's decision table. Without a threshold a score says neither yes nor no; fraud says no to any, and so does
 * another text than the expected one.
 */
export function decide(
  score: number,
  threshold: number | undefined,
  fraud: Fraud,
  wrongText = false,
): Decided {
  const biometric = threshold === undefined ? 'UNDECIDED' : score >= threshold ? 'ACCEPTED' : 'REJECTED';
  return {
    decision: fraud === 'detected' || wrongText ? 'REJECTED' : biometric,
    detail: { biometric_decision: biometric, antispoofing_decision: ANTISPOOFING[fraud] },
  };
}

export const UNDECIDED: Decided = {
  decision: 'UNDECIDED',
  detail: { biometric_decision: 'UNDECIDED', antispoofing_decision: 'UNDECIDED' },
};
