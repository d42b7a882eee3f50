import { unit } from '@locutor/voices';
import { type ComparedVoice, likeness } from './voice-space.ts';

/** A voice as it is clustered. */
export interface ClusteredVoice extends ComparedVoice {
  /** Seconds of it. */
  seconds: number;
}

/** Compares a voice with the background. */
export type Placing = (direction: Float64Array) => ComparedVoice;

/** Seconds of voice below which a cluster is no speaker. */
export const LEAST = 1.5;
/** Seconds of voice from which it is one in any case. */
const ENOUGH = 3;
/**
 * Between them, it is one if its mean voice is less like that of every speaker with more speech: so many deviations, and
 * less for every second that is missing. With this, the number of speakers was right in 88 % of 132 conversations of
 * people it was chosen with; with two seconds as the only limit, in 78 %.
 */
const UNLIKE = 1;
const LESS_PER_SECOND = 0.5;

/** The clusters that are speakers, those with most speech first. Where nobody says enough, whoever says most is one. */
export function distinctSpeakers(
  clusters: Int32Array,
  voices: readonly ClusteredVoice[],
  place: Placing,
): number[] {
  const speakers: { cluster: number; voice: ComparedVoice }[] = [];
  for (const [cluster, seconds] of sizesOf(clusters, voices)) {
    if (seconds < LEAST && speakers.length > 0) break;
    const voice = place(meanDirection(voices.filter((_, n) => clusters[n] === cluster)));
    const most = UNLIKE - LESS_PER_SECOND * (ENOUGH - seconds);
    if (seconds >= ENOUGH || speakers.every((other) => likeness(voice, other.voice) < most)) {
      speakers.push({ cluster, voice });
    }
  }
  return speakers.map(({ cluster }) => cluster);
}

/** The clusters with enough speech, whatever they are like; the largest in any case. */
export function largeClusters(clusters: Int32Array, voices: readonly ClusteredVoice[]): number[] {
  return sizesOf(clusters, voices)
    .filter(([, seconds], n) => n === 0 || seconds >= LEAST)
    .map(([cluster]) => cluster);
}

/** Clusters and their seconds, the largest first. */
function sizesOf(clusters: Int32Array, voices: readonly ClusteredVoice[]): [number, number][] {
  const sizes = new Map<number, number>();
  for (const [n, cluster] of clusters.entries()) {
    sizes.set(cluster, (sizes.get(cluster) ?? 0) + voices[n]!.seconds);
  }
  return [...sizes].sort(([, a], [, b]) => b - a);
}

function meanDirection(voices: readonly ClusteredVoice[]): Float64Array {
  const sum = new Float64Array(voices[0]!.direction.length);
  for (const { direction, seconds } of voices) {
    for (let n = 0; n < sum.length; n++) sum[n]! += seconds * direction[n]!;
  }
  return unit(sum);
}
