/** Cuts what arrives into frames of one length: so the bytes of a codec do not depend on how samples arrive. */
export class Framer {
  readonly #frame: Float32Array;
  #filled = 0;

  constructor(length: number) {
    this.#frame = new Float32Array(length);
  }

  /** Every frame that the samples complete; the array is used again for the next. */
  *push(samples: Float32Array): Generator<Float32Array> {
    for (let at = 0; at < samples.length; ) {
      const count = Math.min(samples.length - at, this.#frame.length - this.#filled);
      this.#frame.set(samples.subarray(at, at + count), this.#filled);
      this.#filled += count;
      at += count;
      if (this.#filled < this.#frame.length) return;
      this.#filled = 0;
      yield this.#frame;
    }
  }

  /** The samples of the frame that was not completed, and silence behind them. */
  rest(): Float32Array {
    this.#frame.fill(0, this.#filled);
    this.#filled = 0;
    return this.#frame;
  }
}
