import { type MeanVoice, meanVoice } from './mean-voice.ts';
import { asNorm, type PlacedVoice } from './placed-voice.ts';
import type { VoicePart } from './voice.ts';

/** Seconds of voice under which an utterance says too little to be called another voice. */
export const ENOUGH_SPEECH = 1;
/**
 * Voices that agree less are refused where nothing else is asked for. More than 99.5 % of enrolments of one person pass,
 * with two to five clips, adults and children, as recorded and over G.711; of those of two people two in three do not:
 * `npm run bench -- verify enrolment`.
 */
export const LEAST_AGREEMENT = -0.5;

/** Moving an utterance to the other group ends after so many rounds; two are usual. */
const ROUNDS = 5;

/** How much alike the two groups of utterances are that differ most. */
export interface Agreement {
  /** From −1, surely two people, to 1, surely one. */
  readonly score: number;
  /** Seconds of voice of the group that has less of it. */
  readonly speechSeconds: number;
  /** What was compared: utterances and voiceprints, or the halves of one utterance. */
  readonly of: 'utterances' | 'halves';
}

/** An utterance, or a voice that was enrolled before. */
export interface Voiced {
  readonly mean: MeanVoice;
  readonly placed: PlacedVoice;
  /** What it is made of; absent for a voice that was enrolled before. */
  readonly part?: VoicePart;
}

/**
 * Whether an agreement is enough by default. Of too little speech nothing can be said, and halves of one utterance are
 * so short that up to 4.5 % of them would be refused.
 */
export function agrees({ score, speechSeconds, of }: Agreement): boolean {
  return of === 'halves' || speechSeconds < ENOUGH_SPEECH || score >= LEAST_AGREEMENT;
}

/**
 * The two groups that the utterances fall into. Each against all the rest would not do: where two people speak, the rest
 * has the voice of each, and of five clips with two people's voices hardly any were found, of 100 of two clips 70.
 */
export function twoGroups(voices: readonly Voiced[]): [Voiced[], Voiced[]] {
  const alike = voices.map((a) => voices.map((b) => (a === b ? 0 : asNorm(a.placed, b.placed))));
  const [first, second] = leastAlike(alike);
  let inFirst = voices.map(
    (_, n) => n === first || (n !== second && alike[n]![first]! >= alike[n]![second]!),
  );
  for (let round = 0; round < ROUNDS; round++) {
    const next = voices.map((_, n) => nearerToFirst(n, voices, alike, inFirst));
    if (!next.includes(true) || !next.includes(false)) break;
    if (next.every((each, n) => each === inFirst[n])) break;
    inFirst = next;
  }
  return [voices.filter((_, n) => inFirst[n]), voices.filter((_, n) => !inFirst[n])];
}

/** The mean voice of a group, each by its speech. */
export function groupMean(group: readonly Voiced[]): MeanVoice {
  const before = group.find(({ part }) => !part);
  return meanVoice(
    group.flatMap(({ part }) => (part ? [part] : [])),
    before?.mean,
  );
}

function leastAlike(alike: readonly (readonly number[])[]): [number, number] {
  let least: [number, number] = [0, 1];
  for (let a = 0; a < alike.length; a++) {
    for (let b = a + 1; b < alike.length; b++) {
      if (alike[a]![b]! < alike[least[0]]![least[1]]!) least = [a, b];
    }
  }
  return least;
}

function nearerToFirst(
  one: number,
  voices: readonly Voiced[],
  alike: readonly (readonly number[])[],
  inFirst: readonly boolean[],
): boolean {
  const likeness = (group: boolean) => {
    let [sum, speech] = [0, 0];
    for (const [other, { mean }] of voices.entries()) {
      if (other === one || inFirst[other] !== group) continue;
      sum += mean.speech * alike[one]![other]!;
      speech += mean.speech;
    }
    return speech > 0 ? sum / speech : undefined;
  };
  const [own, others] = [likeness(inFirst[one]!), likeness(!inFirst[one])];
  // Who is alone in a group stays there: it would be empty.
  if (own === undefined || others === undefined) return inFirst[one]!;
  return own >= others ? inFirst[one]! : !inFirst[one];
}
