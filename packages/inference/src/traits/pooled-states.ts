import { type InnerLayer, recognizerGraphs } from '@locutor/graphs';

/** Numbers of a frame of Moonshine's base model. */
const { heads, headSize } = recognizerGraphs['moonshine-base'];
const WIDTH = heads * headSize;

/** A part of some samples, up to `to`. */
export interface SampleWindow {
  from: number;
  to: number;
}

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
  const count = end - first;
  const pooled = new Float64Array(2 * width);
  // Sums, and sums of squares: one pass over the states. Two layers of 3 s and the head take 0.6 ms.
  for (let at = first * width; at < end * width; at += width) {
    for (let n = 0; n < width; n++) {
      const value = states[at + n]!;
      pooled[n]! += value;
      pooled[width + n]! += value * value;
    }
  }
  for (let n = 0; n < width; n++) {
    const mean = pooled[n]! / count;
    pooled[n] = mean;
    pooled[width + n] = Math.sqrt(Math.max(0, pooled[width + n]! / count - mean * mean));
  }
  return pooled;
}

/** The same of several layers, one after the other. */
export function pooledLayers(
  states: ReadonlyMap<InnerLayer, Float32Array>,
  layers: readonly InnerLayer[],
  window?: SampleWindow,
): Float64Array {
  const all = new Float64Array(2 * WIDTH * layers.length);
  for (const [n, layer] of layers.entries()) {
    all.set(pooledStates(states.get(layer)!, WIDTH, window), 2 * WIDTH * n);
  }
  return all;
}
