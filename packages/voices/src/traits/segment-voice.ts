import type { SegmentVoice } from '@locutor/contract';

/** The mean of voices of one speaker, weighted by their speech; undefined where there are none. */
export function pooledVoice(voices: readonly SegmentVoice[]): SegmentVoice | undefined {
  const [first, ...others] = voices;
  if (!first || others.length === 0) return first;
  const pooled = (name: 'states' | 'slow' | 'full' | 'direction', of: typeof mean) => {
    const parts = voices.flatMap(({ speech, [name]: values }) => (values ? [{ speech, values }] : []));
    return parts.length > 0 && { [name]: of(parts) };
  };
  // Of length one again: the heads were fitted to embeddings of that length.
  const unitMean: typeof mean = (parts) => unitFloats(mean(parts));
  return {
    speech: voices.reduce((sum, { speech }) => sum + speech, 0),
    ...pooled('states', mean),
    ...pooled('slow', unitMean),
    ...pooled('full', unitMean),
    ...pooled('direction', unitMean),
  };
}

function mean(parts: readonly { speech: number; values: Float32Array }[]): Float32Array {
  const sum = new Float64Array(parts[0]!.values.length);
  let weight = 0;
  for (const { speech, values } of parts) {
    weight += speech;
    for (let n = 0; n < sum.length; n++) sum[n]! += speech * values[n]!;
  }
  return Float32Array.from(sum, (value) => value / weight);
}

/** As floats of length one. */
export function unitFloats(values: ArrayLike<number>): Float32Array {
  let power = 0;
  for (let n = 0; n < values.length; n++) power += values[n]! * values[n]!;
  const length = Math.sqrt(power);
  return Float32Array.from(values, (value) => (length > 0 ? value / length : 0));
}
