import type { EmbeddedUtterance } from '@locutor/contract';
import type { AgeGroup, Gender, Traits } from '@locutor/voices';
import type { Configuration } from './configuration.ts';

/** As VERIFY gives them: of the audio, whoever it is compared with. */
export interface VoiceTraits {
  readonly gender: Gender;
  readonly age: AgeGroup | 'UNKNOWN';
}

/** Estimates gender and age from utterances. */
export type UtteranceTraits = Pick<Traits, 'voiceOf' | 'gender' | 'age'>;

export const UNKNOWN_TRAITS: VoiceTraits = { gender: 'UNKNOWN', age: 'UNKNOWN' };

/** Pooled over all utterances that are used; UNKNOWN what was not asked for or is not certain enough. */
export function voiceTraits(
  utterances: readonly Pick<EmbeddedUtterance, 'voice'>[],
  { genderDetection, ageDetection }: Pick<Configuration, 'genderDetection' | 'ageDetection'>,
  traits: UtteranceTraits,
): VoiceTraits {
  if (!genderDetection && !ageDetection) return UNKNOWN_TRAITS;
  const voice = traits.voiceOf(utterances);
  if (!voice) return UNKNOWN_TRAITS;
  const age = ageDetection ? traits.age(voice) : undefined;
  return {
    gender: genderDetection ? traits.gender(voice).gender : 'UNKNOWN',
    age: age?.certain ? age.group : 'UNKNOWN',
  };
}
