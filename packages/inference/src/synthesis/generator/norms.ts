import type { ActivationFactors } from '@locutor/kernels';
import type { Layer } from './layer.ts';

/** Of every channel of every norm, its mean and the mean of its squares. */
export interface NormState {
  readonly means: Float32Array;
  readonly squares: Float32Array;
}

/** Of every channel of every norm, what the style of a voice makes of it. */
export interface NormStyle {
  readonly scales: Float32Array;
  readonly shifts: Float32Array;
}

export function emptyNormState(channels: number): NormState {
  return { means: new Float32Array(channels), squares: new Float32Array(channels) };
}

/**
 * The norms over time of one piece. They also count what the pieces before it saw: a phrase that is decoded in pieces then sounds nearly
 * as it does at once, while a piece that is normalised by itself comes out up to 8 dB louder than it should.
 */
export class Norms {
  readonly state: NormState;
  readonly #past: NormState;
  readonly #share: number;
  readonly #style: NormStyle;

  /** `share` says how much the past counts, from 0 to 1. */
  constructor(past: NormState, share: number, style: NormStyle) {
    this.#past = past;
    this.#share = share;
    this.#style = style;
    this.state = emptyNormState(style.scales.length);
  }

  /** What the norm before a layer, and the activation behind it, do with each channel. `sums` are of so many rows. */
  factors({ offset, epsilon, inverses }: Layer, sums: Float64Array, rows: number): ActivationFactors {
    const { length } = inverses;
    const { means, squares } = this.state;
    const [scales, shifts] = [new Float32Array(length), new Float32Array(length)];
    const mixed = (past: number, sum: number) => past * this.#share + (sum / rows) * (1 - this.#share);
    for (let channel = 0; channel < length; channel++) {
      const at = offset + channel;
      const mean = mixed(this.#past.means[at]!, sums[channel]!);
      const square = mixed(this.#past.squares[at]!, sums[length + channel]!);
      means[at] = mean;
      squares[at] = square;
      // Rounding may make the variance less than nothing.
      const scale = this.#style.scales[at]! / Math.sqrt(Math.max(0, square - mean * mean) + epsilon);
      scales[channel] = scale;
      shifts[channel] = this.#style.shifts[at]! - mean * scale;
    }
    return { scales, shifts, inverses };
  }
}
