import { EMBEDDING } from '../voice.ts';

/** Which embeddings of a voice are wanted: at the slow speed alone, or at both speeds. */
export type VoiceViews = 'slow' | 'both';

/** The voice of a stretch of speech, for the trait heads. Embeddings have length one. */
export interface SegmentVoice {
  /** Seconds of speech that were embedded. */
  readonly speech: number;
  /** At speed 0.85. */
  readonly slow: Float32Array;
  /** At full speed; only where both views were asked for. */
  readonly full?: Float32Array;
  /** Where it lies among voices, of length one: by it, segments of one speaker are found. Only of segments. */
  readonly direction?: Float32Array;
}

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
