const [QUOTE, LINE_END] = [...Buffer.from('"\n')] as [number, number];
/** Between a key and its value. */
const GAP = Buffer.from('": "');

/**
 * The strings of an object that is written in a file, a line each, such as `  "cat": "K AE1 T",`. They stay in one block of bytes: as an object
 * of the program the English dictionary takes 23 MB, and every collection of garbage takes 60 ms longer.
 */
export class StringTable {
  readonly #text: Buffer;
  /** Where the keys begin, each at the place that its hash says or at the next that is free. */
  readonly #places: Uint32Array;

  constructor(text: Buffer) {
    this.#text = text;
    const starts = keysOf(text);
    this.#places = new Uint32Array(2 ** Math.ceil(Math.log2(2 * starts.length + 1)));
    for (const start of starts) {
      let at = this.#hash(text, start, text.indexOf(QUOTE, start));
      while (this.#places[at] !== 0) at = this.#after(at);
      this.#places[at] = start;
    }
  }

  get(key: string): string | undefined {
    const wanted = Buffer.concat([Buffer.from(key), GAP]);
    const text = this.#text;
    const keyLength = wanted.length - GAP.length;
    for (let at = this.#hash(wanted, 0, keyLength); this.#places[at] !== 0; at = this.#after(at)) {
      const start = this.#places[at]!;
      const value = start + wanted.length;
      if (!wanted.equals(text.subarray(start, value))) continue;
      return text.toString('utf8', value, text.indexOf(QUOTE, value));
    }
    return undefined;
  }

  /** FNV-1a. */
  #hash(bytes: Buffer, from: number, to: number): number {
    let hash = 0x811c9dc5;
    for (let at = from; at < to; at++) hash = Math.imul(hash ^ bytes[at]!, 0x01000193);
    return hash & (this.#places.length - 1);
  }

  #after(place: number): number {
    return (place + 1) & (this.#places.length - 1);
  }
}

/** Where the keys of a text begin, behind their quotes. */
function keysOf(text: Buffer): number[] {
  const starts: number[] = [];
  for (let line = 0; line < text.length; ) {
    const end = text.indexOf(LINE_END, line);
    const next = end === -1 ? text.length : end + 1;
    const key = text.indexOf(QUOTE, line) + 1;
    if (key > 0 && key < next) starts.push(key);
    line = next;
  }
  return starts;
}
