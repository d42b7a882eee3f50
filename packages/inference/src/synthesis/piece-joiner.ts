/** Puts pieces that overlap together: each fades out while the next fades in. */
export class PieceJoiner {
  readonly #overlap: number;
  #tail: Float32Array | undefined;

  /** Each piece has so many samples in common with the one before. */
  constructor(overlap: number) {
    this.#overlap = overlap;
  }

  /** What is final so far: the end of a piece waits for the next, unless it is the last. */
  add(piece: Float32Array, isLast: boolean): Float32Array {
    const joined = piece.slice();
    if (this.#tail) {
      for (const [at, old] of this.#tail.entries()) {
        const share = 0.5 - 0.5 * Math.cos((Math.PI * (at + 0.5)) / this.#overlap);
        joined[at] = share * joined[at]! + (1 - share) * old;
      }
    }
    if (isLast) return joined;
    this.#tail = joined.subarray(joined.length - this.#overlap);
    return joined.subarray(0, joined.length - this.#overlap);
  }
}
