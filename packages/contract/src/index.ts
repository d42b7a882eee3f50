/** What both halves say to each other: messages, jobs with their types, errors, and where speech ends. */

export type { AudioInput, DecodeAs } from './audio-input.ts';
export { type Band, bands } from './band.ts';
export { attachBlobs, detachBlobs, VIEWS, type ViewName } from './blobs.ts';
export { defaultEndpointer } from './default-endpointer.ts';
export {
  type AnyJob,
  defineJob,
  type Job,
  type JobContext,
  type JobTypes,
  type LoadContext,
} from './define-job.ts';
export type { DetectSpeechInput, DetectSpeechOutput } from './detect-speech.ts';
export type {
  Diarization,
  DiarizeInput,
  DiarizeOutput,
  DiarizeResumePoint,
  SpeakerCount,
  SpeakerTurn,
  SpeakerVoice,
} from './diarization.ts';
export {
  type EmbeddedAudio,
  type EmbeddedUtterance,
  type EmbedSpeakerInput,
  MOST_SOUND_SECONDS,
  type RejectedCause,
  type SpeechAllowance,
  type SpeechLimit,
  type SpoofingScore,
  type UtteranceSound,
} from './embedded-audio.ts';
export { isEarlySpeech } from './endpointing/early-speech.ts';
export { Endpointer, type OpenSpeech } from './endpointing/endpointer.ts';
export type { FoundSegment } from './endpointing/found-segment.ts';
export { WINDOWS_AT_ONCE, windowsTogether } from './endpointing/judged-parts.ts';
export { type DoubtfulSegment, leastSpeech } from './endpointing/least-speech.ts';
export { SampleStore } from './endpointing/sample-store.ts';
export { SpeechOnset } from './endpointing/speech-onset.ts';
export { speechSpans } from './endpointing/speech-spans.ts';
export { STRETCH } from './endpointing/stretch.ts';
export {
  levelsOf,
  packed,
  ROUNDING,
  readingAt,
  SHORTEST_SPEECH,
  WINDOW_SECONDS,
  type WindowReading,
} from './endpointing/window-reading.ts';
export type { EngineJobs } from './engine-jobs.ts';
export { type EngineSettings, engineSettings } from './engine-settings.ts';
export { inferenceFile } from './inference-file.ts';
export { answerOf } from './invalid-audio.ts';
export { AUDIO_INVALID, JobError } from './job-error.ts';
export type { JobRunner, RunOptions } from './job-runner.ts';
export type { JobReport, JobTrace, TraceJob } from './job-trace.ts';
export type {
  DetectorState,
  ListenAgainInput,
  ListenAgainOutput,
  ListenInput,
  ListenOutput,
  ListenState,
} from './listen.ts';
export { isLittle } from './little-speech.ts';
export type { MeasureAudioInput, MeasureAudioOutput } from './measure-audio.ts';
export {
  type FromEngine,
  type PlainError,
  PROTOCOL_VERSION,
  type RunMessage,
  type Settings,
  type SetupMessage,
  type ToEngine,
} from './messages.ts';
export { ModelFileError } from './model-file-error.ts';
export { decodePlain, encodePlain } from './plain-codec.ts';
export type {
  AudioSegment,
  BoundAlternative,
  EndpointerOptions,
  FindSegmentsInput,
  FindSegmentsOutput,
  GrammarInput,
  Hint,
  RecognitionStatus,
  RecognizedSegment,
  RecognizedWord,
  RecognizeRequest,
  RecognizeSegmentInput,
  RecognizeSegmentOutput,
  SegmentAlternative,
  SegmentRequest,
} from './recognition.ts';
export type { LiveJobs, RecognitionJobs } from './recognition-jobs.ts';
export type { RecognizerName } from './recognizer-name.ts';
export type { ResumePoint } from './resume-point.ts';
export { SAMPLE_RATE, VAD_WINDOW } from './sample-rate.ts';
export { type PlacedSegment, segmentInput } from './segment-input.ts';
export { type SpeechSpan, spokenSeconds } from './speech-span.ts';
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
export { type SynthesisVoice, voiceFor, voiceLanguage, voiceNamed, voices } from './synthesis-voices.ts';
export { SpanRecorder, type TraceSpan, traced, tracedItems } from './trace.ts';
export { type Emotion, type EmotionScores, emotions, type SegmentVoice, type VoiceViews } from './traits.ts';
export { BYTES_FD, type WireMessage } from './wire.ts';
