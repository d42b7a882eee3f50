import { SAMPLE_RATE } from '../../../contract/sample-rate.ts';
import type { SpeechSpan } from '../../../contract/speech-span.ts';
import type { PreparedSamples } from '../../../speech/prepare-samples.ts';

/** Longer speech is judged by its middle, which limits the work. */
const LONGEST = 3 * SAMPLE_RATE;
/** Of what is around speech: its first and last sounds fade. */
const EDGE = 0.1 * SAMPLE_RATE;

/** A part of some samples, up to `to`. */
export interface SampleWindow {
  from: number;
  to: number;
}

/** The part of a prepared segment that its emotion is read from. */
export function emotionWindow(
  { samples, lead }: PreparedSamples,
  speech: readonly SpeechSpan[],
): SampleWindow {
  const [first, last] = [speech[0], speech.at(-1)];
  const from = first ? Math.max(0, Math.round(first.start * SAMPLE_RATE) + lead - EDGE) : 0;
  const to = last
    ? Math.min(samples.length, Math.round(last.end * SAMPLE_RATE) + lead + EDGE)
    : samples.length;
  if (to <= from) return { from: 0, to: Math.min(samples.length, LONGEST) };
  const extra = Math.max(0, to - from - LONGEST);
  return { from: from + Math.floor(extra / 2), to: to - Math.ceil(extra / 2) };
}
