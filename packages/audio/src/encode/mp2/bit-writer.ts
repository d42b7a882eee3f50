/** Fills an array of bytes from the first bit on. */
export class BitWriter {
  readonly bytes: Uint8Array;
  #at = 0;

  constructor(length: number) {
    this.bytes = new Uint8Array(length);
  }

  /** The lowest `bits` bits of a value, the highest of them first. */
  put(value: number, bits: number): void {
    for (let bit = bits - 1; bit >= 0; bit--, this.#at++) {
      if ((value >> bit) & 1) this.bytes[this.#at >> 3]! |= 0x80 >> (this.#at & 7);
    }
  }
}
