import type { SpeechSpan } from '../contract/speech-span.ts';

/** A stretch of audio to recognise. Times are seconds from the start of the audio. */
export interface FoundSegment {
  /** Of the segment that it is, or that it is a piece of. */
  index: number;
  /** With the margins that were asked for. */
  start: number;
  end: number;
  /** The input of a model: more of the silence around, where there is some. */
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
