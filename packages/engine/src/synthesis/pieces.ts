import { FRAME_RATE } from './frames.ts';

/** A stretch of a phrase that is decoded at once, in frames. */
export interface Piece {
  from: number;
  to: number;
}

/** The first piece is short, so that it can be heard soon. */
const FIRST = 0.8 * FRAME_RATE;
/**
 * The others are longer, since every join costs: the decoder normalises over what it sees, and a piece of its own comes out 2 dB
 * louder or softer here and there than it would in its phrase. The length bounds memory and the time until a cancel is noticed.
 */
const OTHERS = 2.5 * FRAME_RATE;
/** A border may be moved so far, by the length of its piece, to where speech is soft. */
const LEEWAY = 0.25;

/**
 * Cuts a phrase into pieces, where it is soft. `energy` is the loudness curve of the model, with any number of values
 * a frame.
 */
export function piecesOf(frames: number, energy: ArrayLike<number>): Piece[] {
  const pieces: Piece[] = [];
  const perFrame = energy.length / frames;
  let [from, length] = [0, FIRST];
  while (from < frames) {
    // What would be left alone is too short to be worth a run of its own.
    if (frames - from <= length * (1 + LEEWAY)) {
      pieces.push({ from, to: frames });
      break;
    }
    const to = softest(energy, perFrame, from + length * (1 - LEEWAY), from + length * (1 + LEEWAY));
    pieces.push({ from, to });
    from = to;
    length = OTHERS;
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
