import { assemble, type NumericFunction } from '../assembler.ts';
import { activate } from './activation.ts';
import { quantise } from './quantise.ts';
import { add, sum } from './sums.ts';
import { WINDOW_STEP, windows } from './windows.ts';

/** What each channel goes through: a factor, a summand, and a factor behind the activation. */
export interface ActivationFactors {
  readonly scales: ArrayLike<number>;
  readonly shifts: ArrayLike<number>;
  readonly inverses: ArrayLike<number>;
}

/** A byte `n` stands for (n − zero) · scale. */
export interface ByteScale {
  readonly scale: number;
  readonly zero: number;
}

/** Rows of values in the memory of a `FrameArithmetic`: a row for each frame, with a value for each channel. */
export interface Frames {
  /** Address in bytes. */
  readonly at: number;
  readonly rows: number;
  readonly channels: number;
}

/** Sums of 32 bits lose their last places in more rows than this. */
const ROWS_AT_ONCE = 1024;
/** Bytes of the least and the greatest values of four lanes. */
const EXTREMES = 32;

/**
 * What a network of convolutions does between their products, over frames of some numbers of channels: sums for norms, an activation,
 * bytes, and windows. Memory is one block, divided by its user from `start` on.
 */
export class FrameArithmetic {
  readonly buffer: ArrayBuffer;
  readonly start: number;
  readonly #functions: Readonly<Record<string, NumericFunction>>;
  readonly #floats: Float32Array;
  readonly #sums: number;
  readonly #channels: readonly number[];

  /** With room for so many bytes. Numbers of channels are multiples of 32. */
  constructor(bytes: number, channels: readonly number[]) {
    const odd = channels.find((count) => count <= 0 || count % 32 !== 0);
    if (odd !== undefined) throw new RangeError(`${odd} channels are no multiple of 32`);
    const most = Math.max(...channels);
    this.#sums = EXTREMES + 12 * most;
    this.start = this.#sums + 8 * most;
    this.#channels = channels;
    const { buffer, functions } = assemble(this.start + bytes, [
      activate(),
      quantise(),
      windows(),
      ...channels.flatMap((count) => [sum(count), add(count)]),
    ]);
    this.buffer = buffer;
    this.#functions = functions;
    this.#floats = new Float32Array(buffer);
  }

  floats({ at, rows, channels }: Frames): Float32Array {
    return new Float32Array(this.buffer, at, rows * channels);
  }

  /** Of each channel its sum, and then of each the sum of its squares. */
  sums({ at, rows, channels }: Frames): Float64Array {
    const run = this.#of('sum', channels);
    return this.#totals(rows, channels, (first, count) => run(at + 4 * channels * first, count, this.#sums));
  }

  /** Writes the sums of two, which may take the place of one of them, and returns what `sums` says of them. */
  add(values: Frames, others: Frames, out: Frames): Float64Array {
    const { rows, channels } = values;
    const run = this.#of('add', channels);
    return this.#totals(rows, channels, (first, count) => {
      const [from, other, to] = [values, others, out].map(({ at }) => at + 4 * channels * first);
      run(from!, other!, to!, count, this.#sums);
    });
  }

  /** Writes (w + sin² w) · inverse, with w = value · scale + shift. Returns the least and the greatest, or 0. */
  activate({ at, rows, channels }: Frames, out: number, factors: ActivationFactors): [number, number] {
    const floats = this.#floats;
    for (let channel = 0; channel < channels; channel++) {
      const place = EXTREMES / 4 + 12 * (channel >> 2) + (channel & 3);
      floats[place] = factors.scales[channel]!;
      floats[place + 4] = factors.shifts[channel]!;
      floats[place + 8] = factors.inverses[channel]!;
    }
    this.#functions.activate!(at, out, at + 4 * rows * channels, 4 * channels, EXTREMES, 0);
    return [Math.min(...floats.subarray(0, 4)), Math.max(...floats.subarray(4, 8))];
  }

  /** Writes frames as bytes. The least and the greatest value, which include 0, become the least and the greatest byte. */
  quantise(
    { at, rows, channels }: Frames,
    out: number,
    [least, greatest]: readonly [number, number],
  ): ByteScale {
    // Where all is 0, any scale does.
    const scale = Math.fround((greatest - least) / 255) || 1;
    const zero = Math.min(255, Math.round(-least / scale));
    this.#functions.quantise!(at, out, at + 4 * rows * channels, 1 / scale, zero);
    return { scale, zero };
  }

  /** For each of some rows, itself and those behind it that a convolution sees: `taps` rows, each `step` rows behind the last. */
  windows(from: number, out: number, rows: number, rowBytes: number, taps: number, step: number): void {
    if (rowBytes % WINDOW_STEP !== 0) throw new RangeError(`rows of ${rowBytes} bytes`);
    this.#functions.windows!(from, out, out + rows * rowBytes * taps, rowBytes, taps, step * rowBytes);
  }

  #of(name: 'sum' | 'add', channels: number): NumericFunction {
    if (!this.#channels.includes(channels)) throw new RangeError(`${channels} channels were not announced`);
    return this.#functions[`${name}${channels}`]!;
  }

  #totals(rows: number, channels: number, over: (first: number, count: number) => void): Float64Array {
    const sums = this.#floats.subarray(this.#sums / 4, this.#sums / 4 + 2 * channels);
    const totals = new Float64Array(2 * channels);
    for (let first = 0; first < rows; first += ROWS_AT_ONCE) {
      sums.fill(0);
      over(first, Math.min(ROWS_AT_ONCE, rows - first));
      for (let at = 0; at < totals.length; at++) totals[at]! += sums[at]!;
    }
    return totals;
  }
}
