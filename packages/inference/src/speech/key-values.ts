import { layerValues, type RecognizerGraphs } from '@locutor/graphs';
import { Tensor } from 'onnxruntime-node';
import { ReusedBuffer } from './reused-buffer.ts';

/** Room for so many rows is reserved; a search with hints may have twelve. */
const RESERVED_ROWS = 8;
/** Room for this many tokens is kept for the next audio: what one beam of most utterances needs. */
const KEPT_TOKENS = 64;

/**
 * The decoder's keys and values of a batch of beams. They go back and forth between two sets of buffers kept for
 * all decodes: outputs that onnxruntime allocates wait for a garbage collector that does not see their size.
 */
export class KeyValues {
  readonly #shape: RecognizerGraphs;
  readonly #width: number;
  #past: ReusedBuffer[];
  #present: ReusedBuffer[];
  #rows = 0;
  #length = 0;

  constructor(shape: RecognizerGraphs) {
    this.#shape = shape;
    this.#width = shape.heads * shape.headSize;
    const buffers = () =>
      Array.from(
        { length: 2 * shape.layers },
        () => new ReusedBuffer(RESERVED_ROWS * shape.maxTokens * this.#width),
      );
    this.#past = buffers();
    this.#present = buffers();
  }

  /** Tokens that every row holds. */
  get length(): number {
    return this.#length;
  }

  /** Begins anew with so many rows that hold nothing. */
  reset(rows: number): void {
    this.#rows = rows;
    this.#length = 0;
    for (const buffer of [...this.#past, ...this.#present]) buffer.shrink(KEPT_TOKENS * this.#width);
  }

  /** What a run that adds so many tokens to every row reads and writes. */
  attach(feeds: Record<string, Tensor>, fetches: Record<string, Tensor>, added: number): void {
    for (let layer = 0; layer < this.#shape.layers; layer++) {
      feeds[layerValues.pastKey(layer)] = this.#view(this.#past[2 * layer]!, this.#length);
      feeds[layerValues.pastValue(layer)] = this.#view(this.#past[2 * layer + 1]!, this.#length);
      fetches[layerValues.presentKey(layer)] = this.#view(this.#present[2 * layer]!, this.#length + added);
      fetches[layerValues.presentValue(layer)] = this.#view(
        this.#present[2 * layer + 1]!,
        this.#length + added,
      );
    }
  }

  /** After the run: what was written is what the next one reads. */
  advance(added: number): void {
    this.#length += added;
    [this.#past, this.#present] = [this.#present, this.#past];
  }

  /** Row r goes on from what was row `parents[r]`. */
  reorder(parents: readonly number[]): void {
    if (parents.length === this.#rows && parents.every((parent, row) => parent === row)) return;
    const rowSize = this.#width * this.#length;
    for (const [at, buffer] of this.#past.entries()) {
      const from = buffer.floats(this.#rows * rowSize);
      const to = this.#present[at]!.floats(parents.length * rowSize);
      for (const [row, parent] of parents.entries()) {
        to.set(from.subarray(parent * rowSize, (parent + 1) * rowSize), row * rowSize);
      }
    }
    [this.#past, this.#present] = [this.#present, this.#past];
    this.#rows = parents.length;
  }

  #view(buffer: ReusedBuffer, tokens: number): Tensor {
    const { heads, headSize } = this.#shape;
    const values = buffer.floats(this.#rows * tokens * this.#width);
    return new Tensor('float32', values, [this.#rows, heads, tokens, headSize]);
  }
}
