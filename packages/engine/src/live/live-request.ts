import type { RecognizedSegment, RecognizeRequest } from '@locutor/contract';
import type { StableText } from './stable-text.ts';

/** What is wanted of audio that is still being spoken. */
export interface LiveRequest {
  /** Every one recognises all segments; they cut the audio in the same way. Timers are those of `startTimers`. */
  readonly passes: readonly Omit<RecognizeRequest, 'audio' | 'noInputTimeout' | 'recognitionTimeout'>[];
  /** Whether texts are wanted while somebody speaks. */
  readonly partials: boolean;
  /** Longest audio. */
  readonly maxSeconds: number;
  /** Most bytes of a file that has to be decoded as a whole. */
  readonly maxBytes: number;
}

/** Milliseconds; those that are not set never end. */
export interface LiveTimers {
  readonly noInput?: number;
  readonly recognition?: number;
}

/** What a segment says so far, by the first pass. Times are seconds from the start of the audio. */
export interface LivePartial extends StableText {
  readonly start: number;
  readonly end: number;
  readonly language: string;
}

/** Who wants to know what is said. Nothing is reported after `onFailure` or a last segment. */
export interface LiveWatch {
  /** Somebody begins to speak, at this time. */
  onSpeechStart?(at: number): void;
  onSpeechEnd?(at: number): void;
  onPartial?(partial: LivePartial): void;
  /** A segment by every pass, or one that says why there are no more. */
  onSegment(place: readonly RecognizedSegment[], last: boolean): void;
  /** There is no result: the audio is no audio (JobError), or the engine cannot be reached. */
  onFailure(error: unknown): void;
  /** Room for more audio. */
  onDrain?(): void;
  /** So many more bytes of a file that has to be decoded as a whole are kept. What it throws is the failure. */
  onHold?(bytes: number): void;
}
