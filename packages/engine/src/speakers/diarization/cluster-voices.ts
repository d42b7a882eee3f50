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

/** Rows of distances between two checkpoints: with 1,500 voices, about 50 ms. */
const ROWS = 64;

/** For every voice the number of its speaker, or −1 where its cluster is too small to be one. */
export async function clusterVoices(
  voices: readonly ClusteredVoice[],
  { least, most }: SpeakerCount,
  checkpoint: () => Promise<void>,
): Promise<Int32Array> {
  const weights = voices.map(({ seconds }) => seconds);
  const merges = averageLinkage(await distancesOf(voices, checkpoint), weights);
  const speakers = speakersAfter(merges, weights);
  let taken = merges.findIndex(({ distance }) => distance > 0);
  if (taken < 0) taken = merges.length;
  while (speakers[taken]! > most && taken < merges.length) taken++;
  for (let count = taken - 1; speakers[taken]! < least && count >= 0; count--) {
    if (speakers[count]! > speakers[taken]!) taken = count;
  }
  return numbered(clustersAfter(merges, taken, voices.length), weights);
}

/** Above 0 where two voices are more likely of two people. */
async function distancesOf(
  voices: readonly ClusteredVoice[],
  checkpoint: () => Promise<void>,
): Promise<Float32Array> {
  const count = voices.length;
  const distances = new Float32Array(count * count);
  for (let a = 0; a < count; a++) {
    if (a % ROWS === 0) await checkpoint();
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
  const sizes = new Array<number>(weights.length).fill(0);
  for (const [n, cluster] of clusters.entries()) sizes[cluster]! += weights[n]!;
  const largest = sizes.indexOf(sizes.reduce((most, size) => Math.max(most, size), 0));
  const numbers = new Map<number, number>();
  return clusters.map((cluster) => {
    if (sizes[cluster]! < LEAST && cluster !== largest) return -1;
    if (!numbers.has(cluster)) numbers.set(cluster, numbers.size);
    return numbers.get(cluster)!;
  });
}

/** How many clusters are speakers after the first merge, the first two, and so on; before any of them first of all. */
function speakersAfter(merges: readonly Merge[], weights: readonly number[]): number[] {
  const parent = Int32Array.from(weights, (_, n) => n);
  const sizes = Float64Array.from(weights);
  const isSpeaker = (cluster: number) => (sizes[cluster]! >= LEAST ? 1 : 0);
  let speakers = weights.filter((size) => size >= LEAST).length;
  const counts = [speakers];
  for (const { a, b } of merges) {
    const [one, other] = [rootOf(parent, a), rootOf(parent, b)];
    speakers -= isSpeaker(one) + isSpeaker(other);
    parent[other] = one;
    sizes[one]! += sizes[other]!;
    speakers += isSpeaker(one);
    counts.push(speakers);
  }
  return counts;
}

function clustersAfter(merges: readonly Merge[], taken: number, count: number): Int32Array {
  const parent = Int32Array.from({ length: count }, (_, n) => n);
  for (const { a, b } of merges.slice(0, taken)) parent[rootOf(parent, b)] = rootOf(parent, a);
  return parent.map((_, n) => rootOf(parent, n));
}

/** The way to the root is halved each time it is gone: long chains of merges would take n² steps otherwise. */
function rootOf(parent: Int32Array, of: number): number {
  let root = of;
  while (parent[root] !== root) {
    parent[root] = parent[parent[root]!]!;
    root = parent[root]!;
  }
  return root;
}
