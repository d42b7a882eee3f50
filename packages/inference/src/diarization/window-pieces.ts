import type { Piece } from './piece.ts';
import type { Activity } from './powerset.ts';

/** Probability from which a local speaker speaks. */
const SPEAKS = 0.5;
/** Where the mask has speech and nobody reaches that, the most probable speaker speaks from this probability on. */
const SOMEBODY = 0.1;
/** Frames of silence after which a piece ends: 0.3 s. Who speaks after a longer pause may be another. */
const PAUSE = 15;
/** Frames of a piece, about: four seconds. */
const LONGEST = 200;
/** The border between two windows is moved by so many frames at most, to where nobody speaks. */
const BORDER_REACH = 50;

interface Run {
  from: number;
  to: number;
  /** The frame after the last one that is likely. */
  likelyTo: number;
  local: number;
  alone: boolean;
  sum: number;
}

/**
 * The pieces between two frames of a window. Within a piece the network is hardly ever wrong: in conversations in turns, at
 * most 0.5 % of the speech in such pieces was somebody else's. Across a pause its local speakers are less reliable (10 % of
 * the speech), so that every piece is then compared by its voice.
 */
export function windowPieces(
  { speaks }: Pick<Activity, 'speaks'>,
  mask: Uint8Array,
  window: number,
  { from, to }: { from: number; to: number },
): Piece[] {
  const runs: Run[] = [];
  const open: (Run | undefined)[] = speaks.map(() => undefined);
  for (let frame = from; frame < to; frame++) {
    if (!mask[frame]) continue;
    const active = speakersAt(speaks, frame);
    for (const local of active) {
      const probability = speaks[local]![frame]!;
      const alone = active.length === 1;
      const likely = probability >= SPEAKS;
      let run = open[local];
      const fresh =
        !run || run.alone !== alone || (likely && frame - run.likelyTo > PAUSE) || frame - run.to > PAUSE;
      // Another spoke in between: the time of the piece is not all its own.
      if (!run || fresh || (alone && open.some((other) => other && other !== run && other.to > run!.to))) {
        run = { from: frame, to: frame, likelyTo: frame, local, alone, sum: 0 };
        open[local] = run;
        runs.push(run);
      }
      run.to = frame + 1;
      if (likely) run.likelyTo = frame + 1;
      run.sum += probability;
    }
  }
  return runs.flatMap((run) => split(run, window));
}

/** The frame near `around` where the windows before and after are best divided: in a silence, if there is one. */
export function quietFrame({ speaks }: Pick<Activity, 'speaks'>, mask: Uint8Array, around: number): number {
  let [best, least] = [around, Number.POSITIVE_INFINITY];
  for (let distance = 0; distance <= BORDER_REACH; distance++) {
    for (const frame of [around - distance, around + distance]) {
      const speech = mask[frame] ? Math.max(...speaks.map((each) => each[frame]!)) : 0;
      const cost = speech >= SPEAKS ? 1 : 0;
      if (cost < least) [best, least] = [frame, cost];
    }
  }
  return best;
}

function speakersAt(speaks: readonly Float32Array[], frame: number): number[] {
  const active: number[] = [];
  let [sum, best] = [0, 0];
  for (const [local, each] of speaks.entries()) {
    const probability = each[frame]!;
    if (probability >= SPEAKS) active.push(local);
    sum += probability;
    if (probability > speaks[best]![frame]!) best = local;
  }
  if (active.length > 0) return active;
  return sum >= SOMEBODY ? [best] : [];
}

function split({ from, to, local, alone, sum }: Run, window: number): Piece[] {
  const parts = Math.max(1, Math.round((to - from) / LONGEST));
  const at = (part: number) => window + from + Math.round((part * (to - from)) / parts);
  const activity = Math.min(1, sum / (to - from));
  return Array.from({ length: parts }, (_, n) => ({
    from: at(n),
    to: at(n + 1),
    window,
    local,
    alone,
    activity,
    voice: undefined,
  }));
}
