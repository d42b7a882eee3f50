import { loadBackground, type View } from '../background.ts';
import { SPEEDS } from '../embedding-samples.ts';
import { dot, unit } from '../vectors.ts';
import { EMBEDDING } from '../voice.ts';

/** Of the slow speed; read when it is first needed. */
let view: View | undefined;

/**
 * Where the recordings of one person lie close together, from a slow embedding. A quarter of a million products: computed
 * in the engine process, because 300 segments would hold up the main process for 0.3 s.
 */
export function voiceDirection(slow: Float32Array): Float32Array {
  view ??= loadBackground().views[SPEEDS.length - 1]!;
  const { mean, projection } = view;
  const centred = Float64Array.from(slow, (value, n) => value - mean[n]!);
  return Float32Array.from(unit(centred.map((_, row) => dot(centred, projection, row * EMBEDDING))));
}
