import { loadBackground, SPEEDS, unit, type View } from '@locutor/voices';

/** Of the slow speed; read when it is first needed. */
let view: View | undefined;

/**
 * Where the recordings of one person lie close together, from a slow embedding. Computed in the
 * engine process, because the segments of long audio together would hold up the main process.
 */
export function voiceDirection(slow: Float32Array): Float32Array {
  view ??= loadBackground().views[SPEEDS.length - 1]!;
  const { mean, projection } = view;
  const centred = Float64Array.from(slow, (value, n) => value - mean[n]!);
  return Float32Array.from(unit(projection.products(centred)));
}
