import type { AudioInput } from './audio-input.ts';
import type { SpanOptions } from './endpointing/speech-spans.ts';
import type { SpeechSpan } from './speech-span.ts';

export interface DetectSpeechInput {
  audio: AudioInput;
  spans?: SpanOptions;
}

export interface DetectSpeechOutput {
  /** Length of the audio that was judged. */
  seconds: number;
  /** The audio goes on past the longest that is decoded. */
  truncated: boolean;
  windowSeconds: number;
  /** Of speech, window by window. */
  probabilities: Float32Array;
  spans: SpeechSpan[];
}
