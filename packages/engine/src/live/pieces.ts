const BLOCK_BYTES = 16 * 1024;
/** Pieces from this size on stay as they came. */
const LARGE_BYTES = 4 * 1024;

/**
 * Bytes that came in pieces. Small ones are copied together: a piece of one byte takes a hundred, and holds all that was read
 * from its connection at once.
 */
export class Pieces {
  #pieces: Uint8Array[] = [];
  #block = new Uint8Array();
  /** Which bytes of the block are the last piece; none where that is a large one. */
  #from = 0;
  #to = 0;

  get isEmpty(): boolean {
    return this.#pieces.length === 0;
  }

  add(bytes: Uint8Array): void {
    if (bytes.length === 0) return;
    if (bytes.length >= LARGE_BYTES) {
      this.#pieces.push(bytes);
      this.#from = this.#to;
      return;
    }
    if (this.#block.length - this.#to < bytes.length) {
      this.#block = new Uint8Array(BLOCK_BYTES);
      this.#from = 0;
      this.#to = 0;
    }
    if (this.#from < this.#to) this.#pieces.pop();
    this.#block.set(bytes, this.#to);
    this.#to += bytes.length;
    this.#pieces.push(this.#block.subarray(this.#from, this.#to));
  }

  /** The first bytes, at most so many; the rest stays. */
  take(most: number): Uint8Array {
    const all = this.#pieces.length === 1 ? this.#pieces[0]! : Buffer.concat(this.#pieces);
    this.#pieces = all.length > most ? [all.subarray(most)] : [];
    this.#from = this.#to;
    return all.subarray(0, most);
  }
}
