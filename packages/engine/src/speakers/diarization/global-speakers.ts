import type { Background } from '../background.ts';
import { unit } from '../vectors.ts';
import { bestAssignment } from './assignment.ts';
import { type ClusteredVoice, clusterVoices, cosine } from './cluster-voices.ts';
import type { LocalSpeaker, ObservedWindow, SpeakerCount } from './types.ts';

export const globalTuning = {
  /** Seconds of voice that a local speaker needs to be clustered; others are assigned to the clusters. */
  clustered: 1,
  /** Rounds of assigning all voices to the means of the speakers. */
  rounds: 2,
};

/** More voices are thinned out: their distances would take too much memory, 25 MB for so many. */
const MOST_CLUSTERED = 2500;

interface Known {
  voice: ClusteredVoice;
  local: LocalSpeaker;
}

export interface GlobalSpeakers {
  /** For every window and local speaker the speaker of the audio, or −1. */
  assigned: number[][];
  count: number;
}

/** Who the local speakers of all windows are. */
export function globalSpeakers(
  windows: readonly ObservedWindow[],
  { mean }: Background['views'][number],
  limits: SpeakerCount,
): GlobalSpeakers {
  const known = windows.map(({ speakers }, window) =>
    speakers.map((local): Known | undefined => {
      const direction = local.embedding && centred(local.embedding, mean);
      return direction && { local, voice: { direction, seconds: local.alone, window } };
    }),
  );
  const all = known.flatMap((locals) => locals.flatMap((each) => (each ? [each] : [])));
  if (all.length === 0) return { assigned: windows.map(({ speakers }) => speakers.map(() => -1)), count: 0 };
  const long = all.filter(({ local }) => local.alone >= globalTuning.clustered);
  const usable = long.length > 0 ? long : all;
  const step = Math.ceil(usable.length / MOST_CLUSTERED);
  const chosen = usable.filter((_, n) => n % step === 0).map(({ voice }) => voice);
  const clusters = clusterVoices(chosen, limits);
  let means = meansOf(chosen.map((voice, n) => ({ voice, speaker: clusters[n]! })));
  let assigned: number[][] = [];
  for (let round = 0; round <= globalTuning.rounds; round++) {
    assigned = known.map((locals) => assign(locals, means));
    const members = known.flatMap((locals, window) =>
      locals.flatMap((each, n) =>
        each && each.local.alone >= globalTuning.clustered
          ? [{ voice: each.voice, speaker: assigned[window]![n]! }]
          : [],
      ),
    );
    const next = meansOf(members);
    means = means.map((old, n) => next[n] ?? old);
  }
  return { assigned, count: means.length };
}

/** Local speakers of one window are different people, as far as there are so many. */
function assign(locals: readonly (Known | undefined)[], means: readonly Float32Array[]): number[] {
  const gains = locals.map((each) => means.map((mean) => (each ? cosine(each.voice.direction, mean) : -2)));
  const best = bestAssignment(gains);
  return locals.map((each, n) => (each ? best[n]! : -1));
}

function meansOf(members: readonly { voice: ClusteredVoice; speaker: number }[]): Float32Array[] {
  const sums: Float64Array[] = [];
  for (const { voice, speaker } of members) {
    if (speaker < 0) continue;
    sums[speaker] ??= new Float64Array(voice.direction.length);
    const sum = sums[speaker];
    for (let n = 0; n < sum.length; n++) sum[n]! += voice.seconds * voice.direction[n]!;
  }
  return Array.from(sums, (sum) => sum && Float32Array.from(unit(sum)));
}

function centred(embedding: Float32Array, mean: Float64Array): Float32Array {
  return Float32Array.from(unit(Float64Array.from(embedding, (value, n) => value - mean[n]!)));
}
