import { SAMPLE_RATE, type SpeechSpan } from '@locutor/contract';
import type { PreparedSamples } from '../../speech/prepare-samples.ts';
import type { SampleWindow } from '../pooled-states.ts';
import { speechWindow } from '../speech-window.ts';

/** Longer speech is judged by its middle, which limits the work. */
const LONGEST = 3 * SAMPLE_RATE;
/** Of what is around speech, in seconds: its first and last sounds fade. */
const EDGE = 0.1;

/** The part of a prepared segment that its emotion is read from. */
export function emotionWindow(prepared: PreparedSamples, speech: readonly SpeechSpan[]): SampleWindow {
  const { from, to } = speechWindow(prepared, speech, EDGE);
  const extra = Math.max(0, to - from - LONGEST);
  return { from: from + Math.floor(extra / 2), to: to - Math.ceil(extra / 2) };
}
