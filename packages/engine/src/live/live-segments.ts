import {
  type PlacedSegment,
  type RecognizedSegment,
  type RecognizeRequest,
  ROUNDING,
} from '@locutor/contract';
import { mergeSeams, type Piece, type PieceOutcome } from '../recognize/piece.ts';
import { resultsOf } from '../recognize/results.ts';
import type { SpokenSoFar } from './live-partials.ts';

/** A piece of speech on its way: what every pass made of it. */
export interface LivePiece {
  readonly placed: PlacedSegment;
  /** Index of the speech, as it was judged while it arrived, that had begun last when this was found. */
  readonly begun: number;
  /** One for each pass. */
  readonly passes: readonly Piece[];
}

/** The segments of a stream, handed on in order, each once nothing can change it any more. */
export class LiveSegments {
  readonly #passes: readonly Pick<RecognizeRequest, 'sentences' | 'words' | 'continuous'>[];
  /** Pieces of segments that were not handed on. */
  #pieces: LivePiece[] = [];

  constructor(passes: readonly Pick<RecognizeRequest, 'sentences' | 'words' | 'continuous'>[]) {
    this.#passes = passes;
  }

  get isEmpty(): boolean {
    return this.#pieces.length === 0;
  }

  /** Index of the segment that is handed on next. */
  get first(): number | undefined {
    return this.#pieces[0]?.placed.segment.index;
  }

  add(placed: PlacedSegment, begun: number): LivePiece {
    const passes = this.#passes.map((): Piece => ({ ...placed, outcome: undefined }));
    const piece = { placed, begun, passes };
    this.#pieces.push(piece);
    return piece;
  }

  settle(piece: LivePiece, pass: number, outcome: PieceOutcome): void {
    piece.passes[pass]!.outcome = outcome;
  }

  /** It was no speech. */
  drop(piece: LivePiece): void {
    this.#pieces = this.#pieces.filter((each) => each !== piece);
  }

  /**
   * The next segment by every pass, if it is done; segments before the index `complete` have no further piece, and with `isBetween`
   * the last piece has no further neighbour.
   */
  next(complete: number, isBetween: boolean): RecognizedSegment[] | undefined {
    const first = this.#pieces[0];
    if (!first || first.placed.segment.index >= complete) return undefined;
    const { index } = first.placed.segment;
    const other = this.#pieces.findIndex(({ placed }) => placed.segment.index !== index);
    const count = other < 0 ? this.#pieces.length : other;
    const own = this.#pieces.slice(0, count);
    // The words at a cut inside speech are shared out when both sides are known, where both are wanted.
    const overlaps = this.#passes[0]!.continuous && own.at(-1)!.placed.segment.overlapsNext === true;
    const needed = this.#pieces.slice(0, overlaps ? count + 1 : count);
    const waits = overlaps && needed.length === count && !isBetween;
    if (waits || !needed.every(isDone)) return undefined;
    this.#pieces = this.#pieces.slice(count);
    return this.#passes.map((request, pass) => {
      mergeSeams(needed.map(({ passes }) => passes[pass]!));
      const pieces = own.map(({ passes }) => passes[pass]!);
      return resultsOf(pieces, request)[0]!;
    });
  }

  /**
   * What was said before in the segment that is still open, by the first pass, where its rest begins behind that; undefined while
   * that is not known.
   */
  soFar(index: number, from: number, rest: Omit<SpokenSoFar, 'before'> | undefined): SpokenSoFar | undefined {
    const own = this.#pieces.filter(({ placed }) => placed.segment.index === index);
    const last = own.at(-1);
    if (!last) return { from, before: [] };
    const before = own.map(({ passes }) => passes[0]!);
    const isKnown = rest && rest.from < last.placed.audioEnd + ROUNDING;
    return isKnown && before.every(({ outcome }) => outcome) ? { ...rest, before } : undefined;
  }
}

function isDone({ passes }: LivePiece): boolean {
  return passes.every(({ outcome }) => outcome !== undefined);
}
