import { averageLinkage, type Merge } from './average-linkage.ts';
import type { SpeakerCount } from './types.ts';

/** A voice as it is clustered. */
export interface ClusteredVoice {
  /** Without the mean of all voices, of length one. */
  direction: Float32Array;
  /** Seconds of it. */
  seconds: number;
  /** Those of one window are different speakers. */
  window: number;
}

export const tuning = {
  /** Mean distance (1 − cosine) up to which two clusters are one speaker. */
  stop: 0.75,
  /** Added to the distance of voices in one window, which the network took for different speakers. */
  apart: 0.6,
  /** Seconds of voice below which a cluster is no speaker. */
  least: 3,
  /** The same, as a share of all. */
  leastShare: 0.02,
};

/** For every voice the number of its speaker, or −1 where its cluster is too small to be one. */
export function clusterVoices(voices: readonly ClusteredVoice[], { least, most }: SpeakerCount): Int32Array {
  const weights = voices.map(({ seconds }) => seconds);
  const merges = averageLinkage(distancesOf(voices), weights);
  const enough = Math.max(tuning.least, tuning.leastShare * weights.reduce((sum, each) => sum + each, 0));
  let taken = merges.findIndex(({ distance }) => distance > tuning.stop);
  if (taken < 0) taken = merges.length;
  const sizesAt = (count: number) => sizesOf(clustersAfter(merges, count, voices.length), weights);
  const speakersAt = (count: number) => sizesAt(count).filter((size) => size >= enough).length;
  let found = speakersAt(taken);
  while (found > most && taken < merges.length) found = speakersAt(++taken);
  if (found < least) {
    // The last cut that has so many speakers.
    for (let count = taken - 1; count >= 0; count--) {
      const speakers = speakersAt(count);
      if (speakers <= found) continue;
      [found, taken] = [speakers, count];
      if (found >= least) break;
    }
  }
  const clusters = clustersAfter(merges, taken, voices.length);
  const sizes = sizesOf(clusters, weights);
  // Where nobody says enough, whoever says most is a speaker.
  const largest = sizes.indexOf(Math.max(...sizes));
  const numbers = new Map<number, number>();
  return clusters.map((cluster) => {
    if (sizes[cluster]! < enough && cluster !== largest) return -1;
    if (!numbers.has(cluster)) numbers.set(cluster, numbers.size);
    return numbers.get(cluster)!;
  });
}

function distancesOf(voices: readonly ClusteredVoice[]): Float32Array {
  const count = voices.length;
  const distances = new Float32Array(count * count);
  for (let a = 0; a < count; a++) {
    for (let b = 0; b < a; b++) {
      const [one, other] = [voices[a]!, voices[b]!];
      const apart = one.window === other.window ? tuning.apart : 0;
      const distance = 1 - cosine(one.direction, other.direction) + apart;
      distances[a * count + b] = distance;
      distances[b * count + a] = distance;
    }
  }
  return distances;
}

function clustersAfter(merges: readonly Merge[], taken: number, count: number): Int32Array {
  const parent = Int32Array.from({ length: count }, (_, n) => n);
  for (const { a, b } of merges.slice(0, taken)) parent[rootOf(parent, b)] = rootOf(parent, a);
  return parent.map((_, n) => rootOf(parent, n));
}

function rootOf(parent: Int32Array, of: number): number {
  let root = of;
  while (parent[root] !== root) root = parent[root]!;
  return root;
}

/** Seconds of each cluster, by its name. */
function sizesOf(clusters: Int32Array, weights: readonly number[]): number[] {
  const sizes = new Array<number>(weights.length).fill(0);
  for (const [n, cluster] of clusters.entries()) sizes[cluster]! += weights[n]!;
  return sizes;
}

export function cosine(a: Float32Array, b: Float32Array): number {
  let [first, second] = [0, 0];
  const { length } = a;
  for (let n = 0; n + 1 < length; n += 2) {
    first += a[n]! * b[n]!;
    second += a[n + 1]! * b[n + 1]!;
  }
  return first + second + (length % 2 ? a[length - 1]! * b[length - 1]! : 0);
}
