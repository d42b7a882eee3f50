import { type Band, bands } from '@locutor/contract';
import type { FloatRows } from '@locutor/kernels';
import type { Background } from './background.ts';
import type { MeanVoice } from './mean-voice.ts';
import { dot, unit } from './vectors.ts';
import { EMBEDDING, VOICE } from './voice.ts';

/** People of the background who are most alike; the others say nothing about a voice. */
const NEAREST = 50;

/** A voice among those of the background, where it can be compared. */
export interface PlacedVoice {
  /** Of length one, as are the people of the background. */
  readonly direction: Float64Array;
  readonly band: Band;
  /** How alike it is to the people of each band who are most alike. */
  readonly cohorts: Readonly<Record<Band, CohortLikeness>>;
}

export interface CohortLikeness {
  readonly mean: number;
  readonly deviation: number;
}

/** Less than a millisecond, for the projection and the people: a voiceprint keeps what comes out. */
export function placed(voice: MeanVoice, background: Background): PlacedVoice {
  const direction = directionOf(voice.embedding, background);
  const [wide, narrow] = bands.map((band) => cohortLikeness(direction, background.cohorts[band])) as [
    CohortLikeness,
    CohortLikeness,
  ];
  return { direction, band: bandOf(voice), cohorts: { wide, narrow } };
}

export function bandOf({ narrow }: MeanVoice): Band {
  return narrow > 0.5 ? 'narrow' : 'wide';
}

/**
 * Adaptive symmetric score normalisation (AS-norm): the cosine of two voices, normalised by the scores of each against
 * its nearest cohort speakers with the bandwidth of the other. Cosines between a telephone and a wide-band recording are
 * lower, but so are those of the cohort.
 */
export function asNorm(a: PlacedVoice, b: PlacedVoice): number {
  const alike = dot(a.direction, b.direction);
  const beside = ({ mean, deviation }: CohortLikeness) => (alike - mean) / deviation;
  return (beside(a.cohorts[b.band]) + beside(b.cohorts[a.band])) / 2;
}

/** Of an embedding at every speed, one after the other. */
export function directionOf(
  embedding: ArrayLike<number>,
  { views }: Pick<Background, 'views'>,
): Float64Array {
  const direction = new Float64Array(VOICE);
  for (const [n, { mean, projection }] of views.entries()) {
    const centred = new Float64Array(EMBEDDING);
    for (let k = 0; k < EMBEDDING; k++) centred[k] = embedding[n * EMBEDDING + k]! - mean[k]!;
    direction.set(unit(projection.products(centred)), n * EMBEDDING);
  }
  return unit(direction);
}

/** How alike a voice is to the people of a band who are most alike. */
export function cohortLikeness(direction: Float64Array, cohort: FloatRows): CohortLikeness {
  const nearest = cohort.products(direction).sort().slice(-NEAREST);
  const mean = nearest.reduce((sum, value) => sum + value, 0) / nearest.length;
  const variance = nearest.reduce((sum, value) => sum + (value - mean) ** 2, 0) / nearest.length;
  return { mean, deviation: Math.max(1e-3, Math.sqrt(variance)) };
}
