import { FRAME_RATE } from './frames.ts';

/** A stretch of a phrase that is decoded at once, in frames. */
export interface Piece {
  from: number;
  to: number;
}

/**
 * How long pieces are, in order. The first is short, so that it can be heard soon, and each is decoded while the one before is
 * heard. The last length is that of all others: it bounds memory and the time
 * until a cancel is noticed. Every join costs: the fewer pieces, the closer they are to the phrase decoded at once.
 */
const LENGTHS = [0.5, 1.2, 2.5].map((seconds) => seconds * FRAME_RATE);
/** A border may be moved so far, by the length of its piece, to where speech is soft. */
const LEEWAY = 0.25;
/** Frames. */
export const LONGEST_PIECE = Math.floor(Math.max(...LENGTHS) * (1 + LEEWAY));

/**
 * Cuts a phrase into pieces, where it is soft. `energy` is the loudness curve of the model, with any number of values
 * a frame.
 */
export function piecesOf(frames: number, energy: ArrayLike<number>): Piece[] {
  const pieces: Piece[] = [];
  const perFrame = energy.length / frames;
  let from = 0;
  while (from < frames) {
    const length = LENGTHS[pieces.length] ?? LENGTHS.at(-1)!;
    // What would be left alone is too short to be worth a run of its own.
    if (frames - from <= length * (1 + LEEWAY)) {
      pieces.push({ from, to: frames });
      break;
    }
    const to = softest(energy, perFrame, from + length * (1 - LEEWAY), from + length * (1 + LEEWAY));
    pieces.push({ from, to });
    from = to;
  }
  return pieces;
}

/** The border between two frames around which there is the least energy. */
function softest(energy: ArrayLike<number>, perFrame: number, first: number, last: number): number {
  let [best, least] = [Math.ceil(first), Number.POSITIVE_INFINITY];
  for (let border = Math.ceil(first); border <= last; border++) {
    const at = Math.round(border * perFrame);
    const around = (energy[at - 1] ?? 0) + (energy[at] ?? 0);
    if (around < least) [best, least] = [border, around];
  }
  return best;
}
