import type { Cut } from './recordings.ts';

const RATE = 16_000;

export interface Joined {
  samples: Float32Array;
  /** Where each cut lies, in seconds. */
  places: { start: number; end: number }[];
}

/** Cuts one after the other, `gaps[k]` seconds after the k-th, over the first one's background; peak 0.7 × level. */
export function joinCuts(
  cuts: readonly Cut[],
  gaps: readonly number[],
  level: number,
  random: () => number,
): Joined {
  const [lead, tail] = [0.1 + random() * 0.5, 0.1 + random() * 0.5];
  const spoken = cuts.reduce((sum, cut) => sum + cut.samples.length, 0);
  const silent = cuts.reduce((sum, _, at) => sum + Math.round((gaps[at] ?? 0) * RATE), 0);
  const samples = new Float32Array(spoken + silent + Math.round((lead + tail) * RATE));
  const hiss = cuts[0]!.background * Math.sqrt(3);
  for (let at = 0; at < samples.length; at++) samples[at] = hiss * (2 * random() - 1);
  const places = [];
  let at = Math.round(lead * RATE);
  for (const [index, cut] of cuts.entries()) {
    samples.set(cut.samples, at);
    places.push({ start: at / RATE, end: (at + cut.samples.length) / RATE });
    at += cut.samples.length + Math.round((gaps[index] ?? 0) * RATE);
  }
  const peak = samples.reduce((most, sample) => Math.max(most, Math.abs(sample)), 0);
  return { samples: samples.map((sample) => (sample * 0.7 * level) / peak), places };
}

/** With noise so many decibels below it. */
export function withNoise(samples: Float32Array, noise: Float32Array, decibels: number): Float32Array {
  const energy = (audio: Float32Array) =>
    audio.reduce((sum, sample) => sum + sample ** 2, 1e-9) / audio.length;
  const gain = Math.sqrt(energy(samples) / energy(noise)) * 10 ** (-decibels / 20);
  return samples.map((sample, at) => sample + gain * noise[at % noise.length]!);
}
