import { joinSamples } from '@locutor/audio';
import { SAMPLE_RATE } from '@locutor/contract';
import type { UtteranceWindow } from '../embed/utterance-cutter.ts';

/** The network was trained on clips of a second and more. */
export const LEAST_SECONDS = 1;

/**
 * The part of an utterance that the detector scores: from the first to the last window with voice, at most so many
 * seconds from the middle. Undefined if it is too short for the network.
 */
export function detectorSamples(
  windows: readonly UtteranceWindow[],
  maxSeconds: number,
): Float32Array | undefined {
  const samples = joinSamples(windows.map((window) => window.samples));
  if (samples.length < LEAST_SECONDS * SAMPLE_RATE) return undefined;
  const most = Math.round(maxSeconds * SAMPLE_RATE);
  if (samples.length <= most) return samples;
  const from = Math.floor((samples.length - most) / 2);
  return samples.slice(from, from + most);
}
