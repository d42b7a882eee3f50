export { type Agreement, agrees, LEAST_AGREEMENT } from './agreement.ts';
export { type ListenOptions, Speakers } from './speakers.ts';
export type { SpeakersPool } from './speakers-pool.ts';
export {
  type Emotion,
  type EmotionScores,
  emotionGroups,
  emotions,
  likeliest,
} from './traits/emotion/emotions.ts';
export type {
  HeardAudio,
  HeardUtterance,
  HearSpeakerInput,
  RejectedCause,
  SpeechAllowance,
  SpeechLimit,
} from './types.ts';
export { VoiceError, type VoiceErrorCode } from './voice-error.ts';
export { type VoiceProbe, VoiceScorer } from './voice-scorer.ts';
