import { averageLinkage, type Merge } from './average-linkage.ts';
import type { SpeakerCount } from './types.ts';
import { type ComparedVoice, likeness } from './voice-space.ts';

/** A voice as it is clustered. */
export interface ClusteredVoice extends ComparedVoice {
  /** Seconds of it. */
  seconds: number;
}

/**
 * Deviations above which two long voices are one speaker. This and what follows was chosen by hand on 44 conversations of
 * people that the network was trained on and 44 of others, on which errors change by one point from 1.0 to 1.5.
 */
const SAME = 1.2;
/** So much less for every second that the shorter of two is shorter than LONG: its embedding is less sure. */
const LESS_PER_SECOND = 0.5;
const LONG = 3;
/** Seconds of voice below which a cluster is no speaker. With 1.5, one conversation in six has a speaker too many. */
const LEAST = 2;

/** For every voice the number of its speaker, or −1 where its cluster is too small to be one. */
export function clusterVoices(voices: readonly ClusteredVoice[], { least, most }: SpeakerCount): Int32Array {
  const weights = voices.map(({ seconds }) => seconds);
  const merges = averageLinkage(distancesOf(voices), weights);
  const speakersAt = (count: number) =>
    sizesOf(clustersAfter(merges, count, voices.length), weights).filter((size) => size >= LEAST).length;
  let taken = merges.findIndex(({ distance }) => distance > 0);
  if (taken < 0) taken = merges.length;
  let found = speakersAt(taken);
  while (found > most && taken < merges.length) found = speakersAt(++taken);
  for (let count = taken - 1; found < least && count >= 0; count--) {
    const speakers = speakersAt(count);
    if (speakers > found) [found, taken] = [speakers, count];
  }
  return numbered(clustersAfter(merges, taken, voices.length), weights);
}

/** Above 0 where two voices are more likely of two people. */
function distancesOf(voices: readonly ClusteredVoice[]): Float32Array {
  const count = voices.length;
  const distances = new Float32Array(count * count);
  for (let a = 0; a < count; a++) {
    for (let b = 0; b < a; b++) {
      const [one, other] = [voices[a]!, voices[b]!];
      const missing = Math.max(0, LONG - Math.min(one.seconds, other.seconds));
      const distance = SAME - LESS_PER_SECOND * missing - likeness(one, other);
      distances[a * count + b] = distance;
      distances[b * count + a] = distance;
    }
  }
  return distances;
}

/** Where nobody says enough, whoever says most is a speaker. */
function numbered(clusters: Int32Array, weights: readonly number[]): Int32Array {
  const sizes = sizesOf(clusters, weights);
  const largest = sizes.indexOf(sizes.reduce((most, size) => Math.max(most, size), 0));
  const numbers = new Map<number, number>();
  return clusters.map((cluster) => {
    if (sizes[cluster]! < LEAST && cluster !== largest) return -1;
    if (!numbers.has(cluster)) numbers.set(cluster, numbers.size);
    return numbers.get(cluster)!;
  });
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
