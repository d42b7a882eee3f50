import { synthesisWindow } from './window.ts';

export const bands = 32;
/** By which analysis and synthesis together delay, in samples. */
export const filterDelay = 481;

const taps = synthesisWindow.length;
const window = synthesisWindow.map((value) => value / bands);

/** Row after row: what each of the 64 folded samples adds to a band. */
const matrix = Float64Array.from({ length: bands * 64 }, (_, i) =>
  Math.cos(((2 * Math.floor(i / 64) + 1) * ((i % 64) - 16) * Math.PI) / 64),
);

/** Divides audio into 32 bands of equal width (ISO/IEC 11172-3, C.1.3), 32 samples at a time. */
export class FilterBank {
  /** The newest sample first. */
  readonly #past = new Float64Array(taps);
  readonly #folded = new Float64Array(64);

  /** 32 samples from `at` on, into one sample of each band. */
  analyse(samples: Float32Array, at: number, output: Float64Array): void {
    const [past, folded] = [this.#past, this.#folded];
    past.copyWithin(bands, 0, taps - bands);
    for (let i = 0; i < bands; i++) past[bands - 1 - i] = samples[at + i]!;
    for (let i = 0; i < 64; i++) {
      let sum = 0;
      for (let tap = i; tap < taps; tap += 64) sum += window[tap]! * past[tap]!;
      folded[i] = sum;
    }
    for (let band = 0; band < bands; band++) {
      let sum = 0;
      for (let i = 0; i < 64; i++) sum += matrix[band * 64 + i]! * folded[i]!;
      output[band] = sum;
    }
  }
}
