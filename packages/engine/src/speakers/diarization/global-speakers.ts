import { dot, unit } from '../vectors.ts';
import { type ClusteredVoice, clusterVoices } from './cluster-voices.ts';
import { FRAME_SECONDS } from './frames.ts';
import type { Piece, SpeakerCount } from './types.ts';
import type { VoiceSpace } from './voice-space.ts';

/** Seconds of voice that a piece needs to be clustered; others are assigned to the speakers. */
const CLUSTERED = 0.8;
/** Rounds of assigning all pieces to the mean voices of the speakers. */
const ROUNDS = 3;
/** More pieces are thinned out: their distances would take too much memory, 36 MB for so many. */
const MOST_CLUSTERED = 3000;
/** How fast an assignment becomes sure as the speaker is nearer than the next one. Set by hand, not calibrated. */
const SURE = 20;

/** Who speaks in a piece. */
export interface Assigned {
  speaker: number;
  /** That it is this speaker and no other, 0 to 1. */
  sure: number;
}

type Voiced = { piece: Piece; voice: ClusteredVoice };

/** For every piece who speaks in it; undefined where nobody knows. Pieces are in order of time. */
export function globalSpeakers(
  pieces: readonly Piece[],
  space: VoiceSpace,
  limits: SpeakerCount,
): (Assigned | undefined)[] {
  const voiced = comparedPieces(pieces, space);
  if (voiced.length === 0) return pieces.map(() => ({ speaker: 0, sure: 0 }));
  const long = voiced.filter(({ voice }) => voice.seconds >= CLUSTERED);
  const usable = long.length > 0 ? long : voiced;
  const step = Math.ceil(usable.length / MOST_CLUSTERED);
  const chosen = usable.filter((_, n) => n % step === 0);
  const clusters = clusterVoices(
    chosen.map(({ voice }) => voice),
    limits,
  );
  let means = meanVoices(chosen.map(({ voice }, n) => ({ voice, speaker: clusters[n]! })));
  const known = new Map<Piece, Assigned>();
  for (let round = 0; round < ROUNDS; round++) {
    for (const { piece, voice } of voiced) known.set(piece, nearest(voice, means));
    const next = meanVoices(usable.map(({ piece, voice }) => ({ voice, ...known.get(piece)! })));
    means = means.map((mean, speaker) => next[speaker] ?? mean);
  }
  return pieces.map((piece) => known.get(piece) ?? byNeighbour(piece, voiced, known));
}

function comparedPieces(pieces: readonly Piece[], space: VoiceSpace): Voiced[] {
  let [narrow, all] = [0, 0];
  for (const { from, to, voice } of pieces) {
    if (!voice) continue;
    all += to - from;
    if (voice.narrow) narrow += to - from;
  }
  const band = narrow > all / 2 ? 'narrow' : 'wide';
  return pieces.flatMap((piece) => {
    if (!piece.voice) return [];
    const seconds = (piece.to - piece.from) * FRAME_SECONDS;
    return [{ piece, voice: { ...space.compared(piece.voice.embedding, band), seconds } }];
  });
}

function nearest({ direction }: ClusteredVoice, means: readonly Float64Array[]): Assigned {
  let [speaker, best, second] = [0, -1, -1];
  for (const [n, mean] of means.entries()) {
    const alike = dot(direction, mean);
    if (alike > best) [speaker, best, second] = [n, alike, best];
    else if (alike > second) second = alike;
  }
  return { speaker, sure: means.length > 1 ? 1 / (1 + Math.exp(-SURE * (best - second))) : 1 };
}

/**
 * A piece that is too short, or in which two speak: the same local speaker is known from a piece near by in the same
 * window. Otherwise a lonely short piece is taken for its neighbour's.
 */
function byNeighbour(
  piece: Piece,
  voiced: readonly Voiced[],
  known: ReadonlyMap<Piece, Assigned>,
): Assigned | undefined {
  const own = voiced.filter(
    ({ piece: other }) => other.window === piece.window && other.local === piece.local,
  );
  const candidates = own.length > 0 ? own : piece.alone ? voiced : [];
  let [best, least]: [Piece | undefined, number] = [undefined, Number.POSITIVE_INFINITY];
  for (const { piece: other } of candidates) {
    const distance = Math.max(other.from - piece.to, piece.from - other.to);
    if (distance < least) [best, least] = [other, distance];
  }
  const found = best && known.get(best)!;
  return found && { speaker: found.speaker, sure: found.sure / 2 };
}

/** Each by its seconds; of length one. */
function meanVoices(members: readonly { voice: ClusteredVoice; speaker: number }[]): Float64Array[] {
  const sums: Float64Array[] = [];
  for (const { voice, speaker } of members) {
    if (speaker < 0) continue;
    sums[speaker] ??= new Float64Array(voice.direction.length);
    const sum = sums[speaker];
    for (let n = 0; n < sum.length; n++) sum[n]! += voice.seconds * voice.direction[n]!;
  }
  return Array.from(sums, (sum) => sum && unit(sum));
}
