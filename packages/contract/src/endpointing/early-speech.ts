import type { AudioSegment } from '../recognition.ts';
import { SAMPLE_RATE } from '../sample-rate.ts';
import { levelsOf } from './window-reading.ts';

/** Speech before this time is early. */
const INITIAL_SILENCE = 0.1;
/** The longest delay, in seconds, with which speech that is under way when the audio starts is detected. */
const LATEST_DETECTION = 0.5;
/** Share of the level of speech above which the start is as loud as speech; noise at 10 dB is below it. */
const AS_LOUD_AS_SPEECH = 0.4;

/**
 * Whether the first segment of an audio began before anybody was asked to speak. The detector is late for speech without an
 * onset: speech is early if the start is as loud.
 */
export function isEarlySpeech({
  samples,
  audioStart,
  speech,
}: Pick<AudioSegment, 'samples' | 'audioStart' | 'speech'>): boolean {
  const first = speech[0];
  if (audioStart > 0 || !first || first.start >= LATEST_DETECTION) return false;
  const level = (start: number, end: number) =>
    levelsOf(samples.subarray(start * SAMPLE_RATE, end * SAMPLE_RATE)).rms;
  const before = level(0, INITIAL_SILENCE);
  return first.start < INITIAL_SILENCE || before >= AS_LOUD_AS_SPEECH * level(first.start, first.end);
}
