import type { Band, SpeakerCount } from '@locutor/contract';
import { dot, unit } from '@locutor/voices';
import { clusterVoices } from './cluster-voices.ts';
import type { ClusteredVoice, Placing } from './distinct-speakers.ts';
import { FRAME_SECONDS } from './frames.ts';
import { type Assigned, byNeighbour, withSecondSpeakers } from './neighbouring-speakers.ts';
import type { Piece } from './piece.ts';
import type { VoiceSpace } from './voice-space.ts';

/** Seconds of voice that a piece needs to be clustered; others are assigned to the speakers. */
const CLUSTERED = 0.5;
/** Rounds of assigning all pieces to the mean voices of the speakers. */
const ROUNDS = 3;
/** More pieces are thinned out: time and memory of their distances grow with the square, 9 MB for so many. */
const MOST_CLUSTERED = 1500;
/** Pieces that are placed between two checkpoints, at one or two milliseconds each. */
const PLACED = 32;
/**
 * How fast an assignment becomes sure as the speaker is nearer than the next one: fitted on half of the people that the
 * network was not trained on, together with the exponent in `turns.ts`.
 */
const SURE = 8;

interface VoicedPiece {
  piece: Piece;
  /** Of length one. */
  direction: Float64Array;
  seconds: number;
}

/** For every piece who speaks in it; undefined where nobody knows. Pieces are in order of time. */
export async function globalSpeakers(
  pieces: readonly Piece[],
  space: VoiceSpace,
  limits: SpeakerCount,
  checkpoint: () => Promise<void>,
): Promise<(Assigned | undefined)[]> {
  const voiced = await voicedPieces(pieces, space, checkpoint);
  if (voiced.length === 0) return pieces.map(() => ({ speaker: 0, sure: 0 }));
  const long = voiced.filter(({ seconds }) => seconds >= CLUSTERED);
  const usable = long.length > 0 ? long : voiced;
  const step = Math.ceil(usable.length / MOST_CLUSTERED);
  const chosen = usable.filter((_, n) => n % step === 0);
  const band = bandOf(voiced);
  const place = (direction: Float64Array) => space.compared(direction, band);
  const compared = await comparedVoices(chosen, place, checkpoint);
  const clusters = await clusterVoices(compared, limits, place, checkpoint);
  let means = meanVoices(chosen.map((voice, n) => ({ voice, speaker: clusters[n]! })));
  const known = new Map<Piece, Assigned>();
  for (let round = 0; round < ROUNDS; round++) {
    await checkpoint();
    for (const voice of voiced) known.set(voice.piece, nearest(voice, means));
    const next = meanVoices(usable.map((voice) => ({ voice, speaker: known.get(voice.piece)!.speaker })));
    means = means.map((mean, speaker) => next[speaker] ?? mean);
  }
  const assigned = pieces.map((piece) => known.get(piece) ?? byNeighbour(piece, known));
  return withSecondSpeakers(pieces, assigned);
}

async function voicedPieces(
  pieces: readonly Piece[],
  space: VoiceSpace,
  checkpoint: () => Promise<void>,
): Promise<VoicedPiece[]> {
  const voiced: VoicedPiece[] = [];
  for (const piece of pieces) {
    if (!piece.voice) continue;
    if (voiced.length % PLACED === 0) await checkpoint();
    const seconds = (piece.to - piece.from) * FRAME_SECONDS;
    voiced.push({ piece, direction: space.direction(piece.voice.embedding), seconds });
  }
  return voiced;
}

async function comparedVoices(
  voiced: readonly VoicedPiece[],
  place: Placing,
  checkpoint: () => Promise<void>,
): Promise<ClusteredVoice[]> {
  const compared: ClusteredVoice[] = [];
  for (const [n, { direction, seconds }] of voiced.entries()) {
    if (n % PLACED === 0) await checkpoint();
    compared.push({ ...place(direction), seconds });
  }
  return compared;
}

/** All of an audio comes over one line: that of most of the speech. */
function bandOf(voiced: readonly VoicedPiece[]): Band {
  let [narrow, all] = [0, 0];
  for (const { piece, seconds } of voiced) {
    all += seconds;
    if (piece.voice!.narrow) narrow += seconds;
  }
  return narrow > all / 2 ? 'narrow' : 'wide';
}

function nearest({ direction }: VoicedPiece, means: readonly Float64Array[]): Assigned {
  let [speaker, best, second] = [0, -1, -1];
  for (const [n, mean] of means.entries()) {
    const alike = dot(direction, mean);
    if (alike > best) [speaker, best, second] = [n, alike, best];
    else if (alike > second) second = alike;
  }
  return { speaker, sure: means.length > 1 ? 1 / (1 + Math.exp(-SURE * (best - second))) : 1 };
}

/** Each by its seconds; of length one. */
function meanVoices(members: readonly { voice: VoicedPiece; speaker: number }[]): Float64Array[] {
  const sums: Float64Array[] = [];
  for (const { voice, speaker } of members) {
    if (speaker < 0) continue;
    sums[speaker] ??= new Float64Array(voice.direction.length);
    const sum = sums[speaker];
    for (let n = 0; n < sum.length; n++) sum[n]! += voice.seconds * voice.direction[n]!;
  }
  return Array.from(sums, (sum) => sum && unit(sum));
}
