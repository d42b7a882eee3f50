/** Samples from one column to the next. */
const HOP = 5;

export interface ToneSpectrumParts {
  /** What samples are weighed by. */
  readonly window: readonly number[];
  /** The sample of a stretch without a voice. */
  readonly still: number;
  /** The column of such a stretch: magnitudes, then phases. */
  readonly stillColumn: ArrayLike<number>;
}

/**
 * What a tone is made of from moment to moment, as the generator takes it: a row for each magnitude, and then one for each phase. onnxruntime's
 * operator takes ten times as long. The bands of a stretch without a voice are empty, and their phases are what rounding leaves; the
 * generator sounds otherwise with others, so they are those that the operator gives.
 */
export class ToneSpectrum {
  readonly #window: readonly number[];
  readonly #still: number;
  readonly #stillColumn: ArrayLike<number>;
  readonly #bands: number;
  /** For each band, of each place of the first half of a window. */
  readonly #cosines: Float64Array;
  readonly #sines: Float64Array;

  constructor({ window, still, stillColumn }: ToneSpectrumParts) {
    this.#window = window;
    this.#still = still;
    this.#stillColumn = stillColumn;
    const half = window.length / 2;
    this.#bands = half + 1;
    const angles = Array.from({ length: this.#bands * half }, (_, at) => {
      const [band, place] = [Math.floor(at / half), at % half];
      return (2 * Math.PI * band * place) / window.length;
    });
    this.#cosines = Float64Array.from(angles, Math.cos);
    this.#sines = Float64Array.from(angles, Math.sin);
  }

  /** How many columns belong to so many samples. */
  static columnsOf(samples: number): number {
    return samples / HOP + 1;
  }

  /** Rows × columns. Samples are reflected at both ends. */
  of(samples: Float32Array): Float32Array {
    const half = this.#window.length / 2;
    const columns = ToneSpectrum.columnsOf(samples.length);
    const spectrum = new Float32Array(2 * this.#bands * columns);
    const windowed = new Float64Array(2 * half);
    const last = samples.length - 1;
    for (let column = 0; column < columns; column++) {
      const start = column * HOP - half;
      let isStill = true;
      for (let at = 0; at < 2 * half; at++) {
        const place = Math.abs(start + at);
        const sample = samples[place > last ? 2 * last - place : place]!;
        isStill &&= sample === this.#still;
        windowed[at] = sample * this.#window[at]!;
      }
      if (isStill) this.#writeStill(spectrum, column, columns);
      else this.#write(windowed, spectrum, column, columns);
    }
    return spectrum;
  }

  #writeStill(spectrum: Float32Array, column: number, columns: number): void {
    for (let row = 0; row < 2 * this.#bands; row++)
      spectrum[row * columns + column] = this.#stillColumn[row]!;
  }

  #write(windowed: Float64Array, spectrum: Float32Array, column: number, columns: number): void {
    const half = windowed.length / 2;
    const [first, middle] = [windowed[0]!, windowed[half]!];
    for (let band = 0; band < this.#bands; band++) {
      let real = first + (band % 2 === 0 ? middle : -middle);
      let imaginary = 0;
      for (let at = 1; at < half; at++) {
        const [left, right] = [windowed[at]!, windowed[2 * half - at]!];
        real += (left + right) * this.#cosines[band * half + at]!;
        imaginary -= (left - right) * this.#sines[band * half + at]!;
      }
      // The outermost bands have no imaginary part, but for roundings.
      if (band === 0 || band === half) imaginary = 0;
      spectrum[band * columns + column] = Math.sqrt(real * real + imaginary * imaginary);
      spectrum[(this.#bands + band) * columns + column] = Math.atan2(imaginary, real);
    }
  }
}
