import { CURVE_HOP, KOKORO_RATE } from './frames.ts';

const SINE_LEVEL = 0.1;
/** Below this many hertz there is no voice. */
const VOICED_FROM = 10;

/** How the model weighs the tone of the voice and its overtones. */
export interface SourceWeights {
  /** Of the tone and each overtone. */
  harmonics: readonly number[];
  bias: number;
}

/** Its sample where there is no voice. */
export function stillSample({ bias }: Pick<SourceWeights, 'bias'>): number {
  return Math.fround(Math.tanh(bias));
}

/**
 * What the vocal cords do: a tone with overtones that follows the pitch curve. The published model makes it inside, with a phase
 * that begins with each run. Here it is a function of the place in the phrase, so that pieces of a phrase that are decoded
 * apart fit together.
 */
export class HarmonicSource {
  readonly #weights: SourceWeights;
  readonly #pitch: Float32Array;
  /** Cycles of the tone up to each value of the curve. */
  readonly #cycles: Float64Array;

  constructor(weights: SourceWeights, pitch: Float32Array) {
    this.#weights = weights;
    this.#pitch = pitch;
    this.#cycles = new Float64Array(pitch.length);
    let cycles = 0;
    for (const [at, hertz] of pitch.entries()) {
      cycles += (hertz * CURVE_HOP) / KOKORO_RATE;
      this.#cycles[at] = cycles;
    }
  }

  /** The samples that belong to these values of the curve. */
  samples(from: number, to: number): Float32Array {
    const samples = new Float32Array((to - from) * CURVE_HOP).fill(stillSample(this.#weights));
    for (let value = from; value < to; value++) {
      if (this.#pitch[value]! <= VOICED_FROM) continue;
      for (let at = value * CURVE_HOP; at < (value + 1) * CURVE_HOP; at++)
        samples[at - from * CURVE_HOP] = Math.tanh(this.#weights.bias + SINE_LEVEL * this.#tone(at));
    }
    return samples;
  }

  /** The weighted sum of the sines of the multiples of an angle, each from the two before. */
  #tone(at: number): number {
    const angle = 2 * Math.PI * this.#phase(at);
    const twice = 2 * Math.cos(angle);
    let [before, sine, sum] = [0, Math.sin(angle), 0];
    for (const weight of this.#weights.harmonics) {
      sum += weight * sine;
      [before, sine] = [sine, twice * sine - before];
    }
    return sum;
  }

  /** In cycles: a line from the middle of one value of the curve to the middle of the next. */
  #phase(at: number): number {
    const place = Math.max(0, (at + 0.5) / CURVE_HOP - 0.5);
    const left = Math.floor(place);
    const right = Math.min(left + 1, this.#cycles.length - 1);
    const start = this.#cycles[left]!;
    return (start % 1) + (place - left) * (this.#cycles[right]! - start);
  }
}
