import { VOICE_RATE } from '../voice/silero.ts';
import type { SpeechSpan } from '../voice/speech-spans.ts';
import { CELL, cellMiddle } from './cells.ts';
import { loudness, pauseLevel } from './loudness.ts';

/** So many decibels from the level of a pause count as much as attention that is e times as strong. */
const DECIBELS = 5;
/** The most that loudness says about a cell: a loud breath is no word, and a closure in a word no pause. */
const MOST = 2;
/**
 * What the voice detector says: less than loudness, as it bridges short pauses. In noise at 10 dB it takes a
 * quarter of the errors over 150 ms away; at twice the weight it spoils clean speech.
 */
const DETECTOR = 0.5;

/** How much better a pause explains each cell than words do, by loudness and voice activity: a log odds. */
export function pauseScores(samples: Float32Array, speech: readonly SpeechSpan[]): Float32Array {
  const levels = loudness(samples);
  const level = pauseLevel(levels);
  const scores = levels.map((each) => Math.max(-MOST, Math.min(MOST, (level - each) / DECIBELS)));
  if (speech.length === 0) return scores;
  const spoken = new Uint8Array(scores.length);
  for (const { start, end } of speech) {
    spoken.fill(1, cellAt(start), cellAt(end));
  }
  return scores.map((score, cell) => score + (spoken[cell] ? -DETECTOR : DETECTOR));
}

/** The first cell whose middle is not before a time. */
function cellAt(seconds: number): number {
  return Math.max(0, Math.ceil((seconds * VOICE_RATE - cellMiddle(0)) / CELL));
}
