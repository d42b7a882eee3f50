import { type SegmentVoice, type SpeechSpan, spokenSeconds } from '@locutor/contract';
import type { InnerLayer } from '@locutor/graphs';
import type { PreparedSamples } from '../speech/prepare-samples.ts';
import { pooledLayers } from './pooled-states.ts';
import { speechWindow } from './speech-window.ts';

/** Those that the heads were fitted on. */
const LAYERS = [2, 5] as const satisfies readonly InnerLayer[];
/** Seconds around speech, as in training. */
const AROUND = 0.25;

/**
 * The voice of a segment from what the recogniser's encoder made of it. It takes a millisecond, an embedding 10 ms for
 * each second and speed, and the heads do as well with it: see `training/traits`.
 */
export function segmentStates(
  inner: ReadonlyMap<InnerLayer, Float32Array>,
  prepared: PreparedSamples,
  speech: readonly SpeechSpan[],
): SegmentVoice | undefined {
  const seconds = spokenSeconds(speech);
  if (seconds === 0) return undefined;
  const window = speechWindow(prepared, speech, AROUND);
  return { speech: seconds, states: Float32Array.from(pooledLayers(inner, LAYERS, window)) };
}
