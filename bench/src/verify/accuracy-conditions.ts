import { resample } from '@locutor/audio';
import { hashOf } from '../corpora/speakers.ts';
import { conditions as endpointConditions } from '../endpoint/conditions.ts';
import { throughMp3 } from '../recognize/conditions.ts';
import { withNoise } from '../word-times/join-cuts.ts';
import { noisesOf, type Recording } from './accuracy-recordings.ts';

export const conditions = ['clean', '8 kHz', 'G.711', 'MP3', 'noise 10 dB'] as const;
export type Condition = (typeof conditions)[number];

const RATE = 16_000;
const NOISE_DB = 10;
/** A recording without sound cannot be brought to a level. */
const SILENT = 1e-6;

type Change = (samples: Float32Array, file: string) => Float32Array | Promise<Float32Array>;

/** What may have happened to a recording before it comes in; noises are those of the half. */
export async function changesOf(half: Recording['half']): Promise<Record<Condition, Change>> {
  const noises = (await noisesOf(half)).filter((noise) => meanPower(noise) > SILENT);
  return {
    clean: (samples) => samples,
    '8 kHz': (samples) => resample(resample(samples, RATE, RATE / 2), RATE / 2, RATE),
    'G.711': endpointConditions['telephone, 8 kHz G.711']!,
    MP3: throughMp3,
    'noise 10 dB': (samples, file) => withNoise(samples, noises[hashOf(file) % noises.length]!, NOISE_DB),
  };
}

function meanPower(samples: Float32Array): number {
  return samples.reduce((sum, sample) => sum + sample * sample, 0) / samples.length;
}
