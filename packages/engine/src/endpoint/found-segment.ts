import type { SpeechSpan } from '../voice/speech-spans.ts';

/** A stretch of audio to recognise. Times are seconds from the start of the audio. */
export interface FoundSegment {
  /** Of the segment that it is, or that it is a piece of. */
  index: number;
  /** With the margins that were asked for. */
  start: number;
  end: number;
  /** What a model should hear: more of the silence around, where there is some. */
  audioStart: number;
  audioEnd: number;
  speech: SpeechSpan[];
  /** Neither its beginning nor its end is a cut. */
  whole: boolean;
  /** The one before was cut inside speech, and what lies before this time is in both. */
  overlapsUntil?: number;
  /** It was cut, and the next one begins before its end. */
  overlapsNext?: true;
}

/** Where another endpointer can go on, between two segments or at a cut. */
export interface ResumePoint {
  /** Of the first sample it is given, a whole number of windows. */
  at: number;
  /** Of the next segment. */
  index: number;
  /** Where the segments before end, which may be later. */
  lastEnd?: number;
  /** Speech was cut there and goes on. */
  continues?: {
    start: number;
    grownFrom: number;
    /** The same segment goes on, in another piece. */
    inner: boolean;
    speaking: boolean;
    overlapsUntil?: number;
  };
  /** Somebody spoke before, for sure. */
  spoken?: boolean;
  /** How many changes of the speaker lie before. */
  changes?: number;
  /** Level of the background, where it was learnt. */
  background?: number;
}
