import { type AgeEstimate, type AgeGroup, type GenderEstimate, tens } from '@locutor/voices';

/** Gender and age as RECOGNIZE gives them. Probabilities have four decimals. */
export interface GenderScores {
  readonly event: 'GENDER RESULT';
  readonly gender: 'F' | 'M' | 'UNKNOWN';
  /** Of a woman and of a man; the sum is one. */
  readonly p: readonly [number, number];
}

export interface AgeScores {
  readonly event: 'AGE RESULT';
  /** Years. */
  readonly age: number;
  readonly group: AgeGroup;
  /** By ten years; the sum is one. */
  readonly p: Readonly<Record<string, number>>;
  /** 0 to 100. */
  readonly confidence: number;
}

const LETTERS = { FEMALE: 'F', MALE: 'M', UNKNOWN: 'UNKNOWN' } as const;

const STEPS = 10_000;

export function genderScores({ gender, female }: GenderEstimate): GenderScores {
  const [first, second] = rounded([female, 1 - female]) as [number, number];
  return { event: 'GENDER RESULT', gender: LETTERS[gender], p: [first, second] };
}

export function ageScores({ years, group, confidence, tens: shares }: AgeEstimate): AgeScores {
  const p = rounded(shares);
  return {
    event: 'AGE RESULT',
    age: Math.round(years),
    group,
    p: Object.fromEntries(tens.map((name, n) => [name, p[n]!])),
    confidence: Math.round(100 * confidence),
  };
}

/** The XML element of a range: a name cannot begin with a digit. */
export const ageElement = (range: string) => `years_${range}`;

/** To four decimals, those that lose most rounded up so that the sum stays one. */
export function rounded(shares: readonly number[]): number[] {
  const steps = shares.map((share) => Math.floor(share * STEPS));
  const missing = STEPS - steps.reduce((sum, each) => sum + each, 0);
  const byRest = shares
    .map((share, n) => ({ n, rest: share * STEPS - steps[n]! }))
    .sort((a, b) => b.rest - a.rest);
  for (let k = 0; k < missing; k++) steps[byRest[k % byRest.length]!.n]! += 1;
  return steps.map((each) => each / STEPS);
}
