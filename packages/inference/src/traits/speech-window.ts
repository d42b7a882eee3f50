import { SAMPLE_RATE, type SpeechSpan } from '@locutor/contract';
import type { PreparedSamples } from '../speech/prepare-samples.ts';
import type { SampleWindow } from './pooled-states.ts';

/** Where somebody speaks in a prepared segment, with so many seconds around it; all of it where nobody seems to. */
export function speechWindow(
  { samples, lead }: PreparedSamples,
  speech: readonly SpeechSpan[],
  around: number,
): SampleWindow {
  const [first, last] = [speech[0], speech.at(-1)];
  const place = (seconds: number) => Math.round(seconds * SAMPLE_RATE) + lead;
  const from = first ? Math.max(0, place(first.start - around)) : 0;
  const to = last ? Math.min(samples.length, place(last.end + around)) : samples.length;
  return to > from ? { from, to } : { from: 0, to: samples.length };
}
