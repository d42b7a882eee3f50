import type { SpeakerCount } from '@locutor/contract';
import { averageLinkage, type Merge } from './average-linkage.ts';
import {
  type ClusteredVoice,
  distinctSpeakers,
  LEAST,
  largeClusters,
  type Placing,
} from './distinct-speakers.ts';
import { likeness } from './voice-space.ts';

/**
 * Deviations above which two long voices are one speaker. This and the next were chosen with half of the people that the
 * network was not trained on; from 1.2 and 0.5 to 1.5 and 0.65, confusion and counts hardly change.
 */
const SAME = 1.4;
/** So much less for every second that the shorter of two is shorter than LONG: its embedding is less sure. */
const LESS_PER_SECOND = 0.6;
const LONG = 3;
/** Rows of distances between two checkpoints: with 1,500 voices, about 50 ms. */
const ROWS = 64;

/** For every voice the number of its speaker, or −1 where its cluster is too small to be one. */
export async function clusterVoices(
  voices: readonly ClusteredVoice[],
  { least, most }: SpeakerCount,
  place: Placing,
  checkpoint: () => Promise<void>,
): Promise<Int32Array> {
  const merges = averageLinkage(
    await distancesOf(voices, checkpoint),
    voices.map(({ seconds }) => seconds),
  );
  let merged = merges.findIndex(({ distance }) => distance > 0);
  if (merged < 0) merged = merges.length;
  const clusters = clustersAfter(merges, merged, voices.length);
  const distinct = distinctSpeakers(clusters, voices, place);
  if (distinct.length >= least && distinct.length <= most) return numbered(clusters, distinct);
  // The number of speakers is known better than what the voices say: the size of clusters alone decides.
  const speakers = speakersAfter(merges, voices);
  while (speakers[merged]! > most && merged < merges.length) merged++;
  for (let count = merged - 1; speakers[merged]! < least && count >= 0; count--) {
    if (speakers[count]! > speakers[merged]!) merged = count;
  }
  const forced = clustersAfter(merges, merged, voices.length);
  return numbered(forced, largeClusters(forced, voices));
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

function numbered(clusters: Int32Array, speakers: readonly number[]): Int32Array {
  return clusters.map((cluster) => speakers.indexOf(cluster));
}

/** How many clusters are speakers after the first merge, the first two, and so on; before any of them first of all. */
function speakersAfter(merges: readonly Merge[], voices: readonly ClusteredVoice[]): number[] {
  const parent = Int32Array.from(voices, (_, n) => n);
  const sizes = Float64Array.from(voices, ({ seconds }) => seconds);
  const isSpeaker = (cluster: number) => (sizes[cluster]! >= LEAST ? 1 : 0);
  let speakers = sizes.filter((size) => size >= LEAST).length;
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

function clustersAfter(merges: readonly Merge[], merged: number, count: number): Int32Array {
  const parent = Int32Array.from({ length: count }, (_, n) => n);
  for (const { a, b } of merges.slice(0, merged)) parent[rootOf(parent, b)] = rootOf(parent, a);
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
