import type { SegmentVoice } from '../../contract/traits.ts';
import { EMBEDDING } from '../voice.ts';

/** The mean of voices of one speaker, weighted by their speech; undefined where there are none. */
export function pooledVoice(voices: readonly SegmentVoice[]): SegmentVoice | undefined {
  const [first, ...others] = voices;
  if (!first || others.length === 0) return first;
  const known = (name: 'full' | 'direction') =>
    voices.flatMap((voice) => {
      const embedding = voice[name];
      return embedding ? [{ speech: voice.speech, embedding }] : [];
    });
  const [full, direction] = [known('full'), known('direction')];
  return {
    speech: voices.reduce((sum, { speech }) => sum + speech, 0),
    slow: mean(voices.map(({ speech, slow }) => ({ speech, embedding: slow }))),
    ...(full.length > 0 && { full: mean(full) }),
    ...(direction.length > 0 && { direction: mean(direction) }),
  };
}

/** Of length one again: the heads were fitted to embeddings of that length. */
function mean(parts: readonly { speech: number; embedding: Float32Array }[]): Float32Array {
  const sum = new Float64Array(EMBEDDING);
  for (const { speech, embedding } of parts) {
    for (let n = 0; n < EMBEDDING; n++) sum[n]! += speech * embedding[n]!;
  }
  return unitFloats(sum);
}

/** As floats of length one. */
export function unitFloats(values: ArrayLike<number>): Float32Array {
  let power = 0;
  for (let n = 0; n < values.length; n++) power += values[n]! * values[n]!;
  const length = Math.sqrt(power);
  return Float32Array.from(values, (value) => (length > 0 ? value / length : 0));
}
