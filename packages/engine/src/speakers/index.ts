export type { Diarization, SpeakerCount, SpeakerTurn, SpeakerVoice } from '../contract/diarization.ts';
export type {
  EmbeddedAudio,
  EmbeddedUtterance,
  EmbedSpeakerInput,
  RejectedCause,
  SpeechAllowance,
  SpeechLimit,
  SpoofingScore,
  UtteranceSound,
} from '../contract/embedded-audio.ts';
export { type Agreement, agrees, LEAST_AGREEMENT } from './agreement.ts';
export { type DiarizationPool, type DiarizeOptions, Diarizer } from './diarization/diarizer.ts';
export { type DominantStretch, dominantSpeakers, speakerChanges } from './diarization/dominant-speakers.ts';
export { type ListenOptions, Speakers } from './speakers.ts';
export type { SpeakersPool } from './speakers-pool.ts';
export { type TextAnswer, TextCheck, type TextQuestion } from './spoken-text/text-check.ts';
export { type DetectorCard, detectorCard, type SpoofingThresholds } from './spoofing/detector-card.ts';
export { type AgeEstimate, type AgeGroup, ageGroups, tens } from './traits/age.ts';
export { emotionGroups, likeliest } from './traits/emotion/emotions.ts';
export type { Gender, GenderEstimate } from './traits/gender.ts';
export { type SpokenBy, Traits } from './traits/traits.ts';
export { VoiceError, type VoiceErrorCode } from './voice-error.ts';
export { type VoiceProbe, VoiceScorer } from './voice-scorer.ts';
