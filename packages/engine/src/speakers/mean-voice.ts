import type { Background } from './background.ts';
import { dot, unit } from './vectors.ts';
import type { VoicePart } from './voice.ts';
import type { CohortLikeness, MeanVoice } from './voiceprint.ts';

/** People of the background who are most alike; the others say nothing about a voice. */
const NEAREST = 100;

/** One embedding in the space where voices are compared. */
function projected({ embedding }: VoicePart, background: Background): Float64Array {
  const { size, mean, projection } = background;
  const centred = unit(Float64Array.from(embedding)).map((value, n) => value - mean[n]!);
  const voice = new Float64Array(size);
  for (let row = 0; row < size; row++) voice[row] = dot(centred, projection, row * mean.length);
  return unit(voice);
}

/** The mean of parts by their speech, and of the mean so far if there is one. */
export function meanVoice(
  parts: readonly VoicePart[],
  utterances: number,
  background: Background,
  before?: MeanVoice,
): MeanVoice {
  const sum = new Float64Array(background.size);
  let speech = 0;
  const add = (direction: Float64Array, scale: number) => {
    for (let n = 0; n < sum.length; n++) sum[n]! += scale * direction[n]!;
  };
  if (before) {
    add(before.direction, before.speech * before.agreement);
    speech += before.speech;
  }
  for (const part of parts) {
    add(projected(part, background), part.speech);
    speech += part.speech;
  }
  const direction = unit(sum);
  return {
    direction,
    agreement: Math.min(1, Math.sqrt(dot(sum, sum)) / speech),
    speech,
    utterances: utterances + (before?.utterances ?? 0),
    cohort: cohortLikeness(direction, background),
  };
}

function cohortLikeness(direction: Float64Array, { cohort, size }: Background): CohortLikeness {
  const likeness = new Float64Array(cohort.length / size);
  for (let person = 0; person < likeness.length; person++) {
    likeness[person] = dot(direction, cohort, person * size);
  }
  const nearest = likeness.sort().slice(-NEAREST);
  const mean = nearest.reduce((sum, value) => sum + value, 0) / nearest.length;
  const variance = nearest.reduce((sum, value) => sum + (value - mean) ** 2, 0) / nearest.length;
  return { mean, deviation: Math.max(1e-3, Math.sqrt(variance)) };
}
