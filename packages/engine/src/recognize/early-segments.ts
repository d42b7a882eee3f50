import type { RecognizedSegment, RecognizeRequest } from '@locutor/contract';
import { mergeSeams, type Piece } from './piece.ts';
import { resultsOf } from './results.ts';

/** Gives segments while others are still being recognised, in their order, each once nothing can change it any more. */
export class EarlySegments {
  readonly #request: RecognizeRequest;
  readonly #give: (segment: RecognizedSegment) => void;
  /** Pieces whose segments were given. */
  #given = 0;

  constructor(request: RecognizeRequest, give: (segment: RecognizedSegment) => void) {
    this.#request = request;
    this.#give = give;
  }

  /** To be called when a piece was found or is done. */
  look(pieces: readonly Piece[]): void {
    // Without an endpointer the end of the audio decides about the times.
    if (!this.#request.endpointer.enabled) return;
    const undone = pieces.findIndex(({ outcome }) => outcome === undefined);
    const done = undone < 0 ? pieces.length : undone;
    // Neighbours are merged from the first to the last, as they are when all are done.
    mergeSeams(pieces.slice(0, done));
    while (this.#given < done) {
      const from = this.#given;
      const { index } = pieces[from]!.segment;
      // Only the next segment shows that this one has no further piece.
      const next = pieces.findIndex(({ segment }, at) => at > from && segment.index !== index);
      const overlaps = next >= done && pieces[next]?.segment.overlapsUntil !== undefined;
      if (next < 0 || next > done || overlaps) return;
      this.#given = next;
      for (const each of resultsOf(pieces.slice(from, next), this.#request)) this.#give(each);
    }
  }
}
