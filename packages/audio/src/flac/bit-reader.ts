/** Bits from the high end of each byte on. Past the end it gives zeros; `overrun` says so afterwards. */
export class BitReader {
  readonly bytes: Uint8Array;
  /** In bits. */
  position = 0;

  constructor(bytes: Uint8Array) {
    this.bytes = bytes;
  }

  get overrun(): boolean {
    return this.position > this.bytes.length * 8;
  }

  /** At least the next 25 bits, at the top of a 32-bit word. */
  window(): number {
    const { bytes, position } = this;
    const at = position >> 3;
    const word =
      at + 4 <= bytes.length
        ? (bytes[at]! << 24) | (bytes[at + 1]! << 16) | (bytes[at + 2]! << 8) | bytes[at + 3]!
        : ((bytes[at] ?? 0) << 24) | ((bytes[at + 1] ?? 0) << 16) | ((bytes[at + 2] ?? 0) << 8);
    return word << (position & 7);
  }

  /** Up to 25 bits, unsigned. */
  unsigned(count: number): number {
    if (count === 0) return 0;
    const value = this.window() >>> (32 - count);
    this.position += count;
    return value;
  }

  /** Up to 25 bits, in two's complement. */
  signed(count: number): number {
    if (count === 0) return 0;
    const value = this.window() >> (32 - count);
    this.position += count;
    return value;
  }

  /** How many zeros stand before the next one, which is consumed too. */
  unary(): number {
    let zeros = 0;
    while (!this.overrun) {
      const run = Math.clz32(this.window());
      if (run < 25) {
        this.position += run + 1;
        return zeros + run;
      }
      zeros += 24;
      this.position += 24;
    }
    return zeros;
  }
}
