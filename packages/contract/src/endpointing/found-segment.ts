import type { SpeechSpan } from '../speech-span.ts';

/** A stretch of audio to recognise. Times are seconds from the start of the audio. */
export interface FoundSegment {
  /** Index of the segment; its pieces share it. */
  index: number;
  /** With the margins that the request asks for. */
  start: number;
  end: number;
  /** The input of a model, with more of the surrounding silence where there is some. */
  audioStart: number;
  audioEnd: number;
  speech: SpeechSpan[];
  /** Neither its start nor its end is a cut. */
  whole: boolean;
  /** The piece before was cut inside speech; audio before this time is in both. */
  overlapsUntil?: number;
  /** It was cut, and the next piece starts before its end. */
  overlapsNext?: true;
}
