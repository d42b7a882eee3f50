import type { SampleWindow } from './emotion-window.ts';

/** Samples from one frame of the encoder to the next, and from a frame's first sample to its centre. */
const PER_FRAME = 384;
const CENTRE = 447;

/** Mean, then deviation, of each number of the frames within a window, or of all. `states` is frames × width. */
export function pooledStates(
  states: Float32Array,
  width: number,
  { from, to }: SampleWindow = { from: 0, to: Number.POSITIVE_INFINITY },
): Float64Array {
  const frames = states.length / width;
  const first = Math.min(frames - 1, Math.max(0, Math.ceil((from - CENTRE) / PER_FRAME)));
  const end = Math.max(first + 1, Math.min(frames, Math.ceil((to - CENTRE) / PER_FRAME)));
  const pooled = new Float64Array(2 * width);
  const [mean, deviation] = [pooled.subarray(0, width), pooled.subarray(width)];
  for (let frame = first; frame < end; frame++) {
    for (let n = 0; n < width; n++) mean[n]! += states[frame * width + n]! / (end - first);
  }
  for (let frame = first; frame < end; frame++) {
    for (let n = 0; n < width; n++)
      deviation[n]! += (states[frame * width + n]! - mean[n]!) ** 2 / (end - first);
  }
  for (let n = 0; n < width; n++) deviation[n] = Math.sqrt(deviation[n]!);
  return pooled;
}
