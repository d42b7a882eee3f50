import { Tensor } from 'onnxruntime-node';
import type { RecognizerGraphs } from '../models/graphs/recognizer-graphs.ts';
import { layerValues } from '../models/graphs/value-names.ts';

/** Room for this many tokens to begin with: what most utterances need. It grows by a quarter more than is needed. */
const FIRST_ROOM = 48;
const GROWTH = 1.25;

/**
 * The decoder's keys and values of a batch of beams. They go back and forth between two sets of buffers kept for
 * all decodes: outputs that onnxruntime allocates wait for a garbage collector that does not see their size.
 */
export class KeyValues {
  readonly #shape: RecognizerGraphs;
  readonly #width: number;
  #past: Float32Array[];
  #present: Float32Array[];
  #size = 0;
  #rows = 0;
  #length = 0;

  constructor(shape: RecognizerGraphs) {
    this.#shape = shape;
    this.#width = shape.heads * shape.headSize;
    this.#past = [];
    this.#present = [];
  }

  /** Tokens that every row holds. */
  get length(): number {
    return this.#length;
  }

  /** Begins anew with so many rows that hold nothing. */
  reset(rows: number): void {
    this.#rows = rows;
    this.#length = 0;
  }

  /** What a run that adds so many tokens to every row reads and writes. */
  attach(feeds: Record<string, Tensor>, fetches: Record<string, Tensor>, added: number): void {
    this.#makeRoom(this.#rows, this.#length + added);
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
    this.#makeRoom(parents.length, this.#length);
    for (const [at, from] of this.#past.entries()) {
      const to = this.#present[at]!;
      for (const [row, parent] of parents.entries()) {
        to.set(from.subarray(parent * rowSize, (parent + 1) * rowSize), row * rowSize);
      }
    }
    [this.#past, this.#present] = [this.#present, this.#past];
    this.#rows = parents.length;
  }

  #view(buffer: Float32Array, tokens: number): Tensor {
    const { heads, headSize } = this.#shape;
    const values = buffer.subarray(0, this.#rows * tokens * this.#width);
    return new Tensor('float32', values, [this.#rows, heads, tokens, headSize]);
  }

  #makeRoom(rows: number, tokens: number): void {
    const needed = rows * tokens * this.#width;
    if (needed <= this.#size) return;
    this.#size = Math.max(Math.ceil(needed * GROWTH), rows * FIRST_ROOM * this.#width);
    this.#past = this.#grown(this.#past);
    this.#present = this.#grown(this.#present);
  }

  #grown(buffers: readonly Float32Array[]): Float32Array[] {
    return Array.from({ length: 2 * this.#shape.layers }, (_, at) => {
      const larger = new Float32Array(this.#size);
      if (buffers[at]) larger.set(buffers[at].subarray(0, this.#rows * this.#length * this.#width));
      return larger;
    });
  }
}
