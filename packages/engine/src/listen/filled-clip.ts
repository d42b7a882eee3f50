import type { FoundSegment } from './found-segment.ts';

/** A clip that is shorter, in seconds, may be nothing but a word. */
const SHORT_CLIP = 0.6;
/**
 * None of 75 noises of 0.2 to 0.55 s in which no speech began has a window with as much, and most of 13 spelled
 * letters.
 */
const LIKELY = 0.32;

/**
 * All of a short clip, where the clearest window of it may be speech although none began. The detector is late for a word
 * that has neither a silence nor an onset before it: a vowel of 0.3 s may be over first.
 */
export function filledClip(seconds: number, clearest: number): FoundSegment[] {
  if (seconds >= SHORT_CLIP || clearest < LIKELY) return [];
  const speech = [{ start: 0, end: seconds }];
  return [{ index: 0, start: 0, end: seconds, audioStart: 0, audioEnd: seconds, speech, whole: true }];
}
