/** What both sides of the pipe share, as far as the server needs it. */

export type { EncodedFormat } from '@locutor/audio';
export type { AudioInput, DecodeAs } from './audio-input.ts';
export { defaultEndpointer } from './default-endpointer.ts';
export type { EngineSettings } from './engine-settings.ts';
export { AUDIO_INVALID, JobError } from './job-error.ts';
export type { JobRunner, RunOptions } from './job-runner.ts';
export type { JobReport, JobTrace, TraceJob } from './job-trace.ts';
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
export {
  SPEECH_TOO_LONG,
  type SpokenMark,
  type SpokenPart,
  SSML_INVALID,
  type SynthesisJobs,
  type SynthesizeInput,
  type SynthesizeOutput,
  type SynthesizerName,
  synthesizerNames,
  VOICE_UNKNOWN,
} from './synthesis.ts';
export type { TraceAttributes, TraceSpan } from './trace.ts';
export { type Emotion, type EmotionScores, emotions, type SegmentVoice, type VoiceViews } from './traits.ts';
