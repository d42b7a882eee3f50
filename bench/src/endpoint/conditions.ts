import { resample } from '@locutor/audio';
import { randomNumbers } from '../random.ts';

/** What a recording may go through before it comes in. */
export const conditions: Readonly<Record<string, (samples: Float32Array) => Float32Array>> = {
  'as recorded': (samples) => samples,
  'soft, -40 dB': (samples) => {
    const gain = 0.01 / Math.max(1e-6, peakOf(samples));
    return samples.map((sample) => Math.round(sample * gain * 32768) / 32768);
  },
  'telephone, 8 kHz G.711': (samples) =>
    resample(
      resample(samples, 16_000, 8000).map((sample) => expanded(Math.round(compressed(sample) * 127) / 127)),
      8000,
      16_000,
    ),
  'noise at 10 dB': (samples) => {
    const level = rmsOf(samples) / Math.sqrt(10);
    const next = noise(1);
    return samples.map((sample) => sample + level * next());
  },
};

export function rmsOf(samples: Float32Array): number {
  return Math.sqrt(samples.reduce((sum, sample) => sum + sample * sample, 0) / Math.max(1, samples.length));
}

function peakOf(samples: Float32Array): number {
  return samples.reduce((peak, sample) => Math.max(peak, Math.abs(sample)), 0);
}

/** The same noise each time, near enough to normal: the sum of twelve even ones. */
function noise(start: number): () => number {
  const even = randomNumbers(start);
  return () => Array.from({ length: 12 }, even).reduce((sum, value) => sum + value, -6);
}

const MU = 255;

function compressed(sample: number): number {
  return (Math.sign(sample) * Math.log1p(MU * Math.min(1, Math.abs(sample)))) / Math.log1p(MU);
}

function expanded(code: number): number {
  return (Math.sign(code) * Math.expm1(Math.abs(code) * Math.log1p(MU))) / MU;
}
