export { type Agreement, agrees, LEAST_AGREEMENT } from './agreement.ts';
export { type DiarizationPool, type DiarizeOptions, Diarizer } from './diarization/diarizer.ts';
export { type DominantStretch, dominantSpeakers, speakerChanges } from './diarization/dominant-speakers.ts';
export type { Diarization, SpeakerCount, SpeakerTurn, SpeakerVoice } from './diarization/types.ts';
export { type ListenOptions, Speakers } from './speakers.ts';
export type { SpeakersPool } from './speakers-pool.ts';
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
