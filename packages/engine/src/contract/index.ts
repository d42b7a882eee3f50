/** What both sides of the pipe share, as far as the server needs it. */
export type { AudioInput, DecodeAs } from './audio-input.ts';
export { defaultEndpointer } from './default-endpointer.ts';
export type { EngineSettings } from './engine-settings.ts';
export { AUDIO_INVALID, JobError } from './job-error.ts';
export type { RunOptions } from './job-runner.ts';
export type {
  BoundAlternative,
  EndpointerOptions,
  GrammarInput,
  Hint,
  RecognitionStatus,
  RecognizedSegment,
  RecognizedWord,
  RecognizeRequest,
  SegmentAlternative,
} from './recognition.ts';
export { type RecognizerName, recognizerNames } from './recognizer-name.ts';
export type { SpeechSpan } from './speech-span.ts';
export { type Emotion, type EmotionScores, emotions, type SegmentVoice, type VoiceViews } from './traits.ts';
