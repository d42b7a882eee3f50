import type { RecognizedSegment, SegmentVoice, VoiceViews } from '@locutor/contract';
import type { Traits } from '@locutor/voices';
import { type AgeScores, ageScores, type GenderScores, genderScores } from '../results/traits.ts';
import type { Classifiers } from './classifiers.ts';
import type { PassSegment } from './places.ts';

/** What the classifiers say about the speaker of a segment. */
export interface SegmentTraits {
  readonly gender_scores?: GenderScores;
  readonly age_scores?: AgeScores;
}

/** Estimates gender and age from voices. */
export type TraitEstimator = Pick<Traits, 'gender' | 'age' | 'pooled'>;

/** The embeddings that a request needs; gender needs the slow one only, which is half the work. */
export function viewsFor(classifiers: Classifiers): VoiceViews | undefined {
  if (classifiers.has('age')) return 'both';
  return classifiers.has('gender') ? 'slow' : undefined;
}

/** For each place of the audio: its speaker's voice is pooled over all segments of that speaker before it is judged. */
export function traitsOf(
  places: readonly (readonly PassSegment[])[],
  classifiers: Classifiers,
  estimator: TraitEstimator,
  speakerOf?: (segment: RecognizedSegment) => string | undefined,
): SegmentTraits[] {
  const segments = places.map((place) => place.find(({ segment }) => segment.voice)?.segment);
  const voices = segments.map((segment) => segment?.voice);
  const spoken = segments.flatMap((segment) => {
    if (!segment?.voice) return [];
    const speaker = speakerOf?.(segment);
    return [{ voice: segment.voice, ...(speaker !== undefined && { speaker }) }];
  });
  const pooled = estimator.pooled(spoken)[Symbol.iterator]();
  // An age takes milliseconds, and a long audio has thousands of segments of few speakers.
  const judged = new Map<SegmentVoice, SegmentTraits>();
  return voices.map((voice) => {
    if (!voice) return {};
    const all = pooled.next().value!;
    const traits = judged.get(all) ?? estimate(all, classifiers, estimator);
    judged.set(all, traits);
    return traits;
  });
}

function estimate(voice: SegmentVoice, classifiers: Classifiers, estimator: TraitEstimator): SegmentTraits {
  return {
    ...(classifiers.has('gender') && { gender_scores: genderScores(estimator.gender(voice)) }),
    ...(classifiers.has('age') && { age_scores: ageScores(estimator.age(voice)) }),
  };
}
