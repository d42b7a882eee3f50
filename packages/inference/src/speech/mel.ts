import { FourierTransform } from './fourier.ts';

export const MEL_BANDS = 80;
/** Samples from one column to the next: 10 ms at 16 kHz. */
export const MEL_HOP = 160;
const WINDOW = 400;
const BINS = WINDOW / 2 + 1;
const RATE = 16_000;
/** The quietest that counts, as a power, and how far under the loudest still counts, in powers of ten. */
const FLOOR = 1e-10;
const RANGE = 8;

const hann = Float64Array.from(
  { length: WINDOW },
  (_, at) => 0.5 - 0.5 * Math.cos((2 * Math.PI * at) / WINDOW),
);
const fourier = new FourierTransform([4, 4, 5, 5]);

/**
 * The log-mel features that Whisper listens to, [bands, columns]: column c is about the 25 ms around sample
 * `c × 160`. The start is mirrored, as it was in training; after the samples there is silence.
 */
export function melFeatures(samples: Float32Array, columns: number): Float32Array {
  const features = new Float32Array(MEL_BANDS * columns).fill(Math.log10(FLOOR));
  const real = new Float64Array(WINDOW);
  const imaginary = new Float64Array(WINDOW);
  const power = new Float64Array(2 * BINS);
  // The columns that any sample reaches; two go through one transform, one as its real part, one as its imaginary.
  const end = Math.min(columns, Math.ceil((samples.length + WINDOW / 2) / MEL_HOP));
  for (let column = 0; column < end; column += 2) {
    cut(samples, column * MEL_HOP, real);
    cut(samples, (column + 1) * MEL_HOP, imaginary);
    fourier.transform(real, imaginary);
    separate(real, imaginary, power);
    addBands(power.subarray(0, BINS), features, column, columns);
    if (column + 1 < columns) addBands(power.subarray(BINS), features, column + 1, columns);
  }
  return compress(features);
}

function cut(samples: Float32Array, centre: number, windowed: Float64Array): void {
  const start = centre - WINDOW / 2;
  for (let at = 0; at < WINDOW; at++) {
    const place = Math.abs(start + at);
    // Places outside are not read: that makes the loop several times slower.
    windowed[at] = place < samples.length ? samples[place]! * hann[at]! : 0;
  }
}

/** The power spectra of two real signals from the transform of one plus i times the other. */
function separate(real: Float64Array, imaginary: Float64Array, power: Float64Array): void {
  for (let bin = 0; bin < BINS; bin++) {
    const mirror = bin === 0 ? 0 : WINDOW - bin;
    const evenRe = real[bin]! + real[mirror]!;
    const evenIm = imaginary[bin]! + imaginary[mirror]!;
    const oddRe = real[bin]! - real[mirror]!;
    const oddIm = imaginary[bin]! - imaginary[mirror]!;
    power[bin] = (evenRe * evenRe + oddIm * oddIm) / 4;
    power[BINS + bin] = (evenIm * evenIm + oddRe * oddRe) / 4;
  }
}

function addBands(power: Float64Array, features: Float32Array, column: number, columns: number): void {
  for (let band = 0; band < MEL_BANDS; band++) {
    const { first, weights } = melBands[band]!;
    let sum = 0;
    for (let at = 0; at < weights.length; at++) sum += weights[at]! * power[first + at]!;
    features[band * columns + column] = Math.log10(Math.max(sum, FLOOR));
  }
}

function compress(features: Float32Array): Float32Array {
  let most = -Infinity;
  for (const value of features) if (value > most) most = value;
  for (let at = 0; at < features.length; at++) {
    features[at] = (Math.max(features[at]!, most - RANGE) + 4) / 4;
  }
  return features;
}

/** Slaney's scale: linear up to 1 kHz (15 mel), logarithmic from there. */
const LINEAR = 200 / 3;
const STEP = Math.log(6.4) / 27;
const toMel = (hertz: number) => (hertz < 1000 ? hertz / LINEAR : 15 + Math.log(hertz / 1000) / STEP);
const toHertz = (mel: number) => (mel < 15 ? mel * LINEAR : 1000 * Math.exp((mel - 15) * STEP));

/** Triangles of equal area, each from its lower to its upper neighbour's peak; only the bins that are not 0. */
const melBands = Array.from({ length: MEL_BANDS }, (_, band) => {
  const edge = (at: number) => toHertz((at * toMel(RATE / 2)) / (MEL_BANDS + 1));
  const [low, peak, high] = [edge(band), edge(band + 1), edge(band + 2)];
  const weight = (bin: number) => {
    const hertz = (bin * RATE) / WINDOW;
    return (
      (Math.max(0, Math.min((hertz - low) / (peak - low), (high - hertz) / (high - peak))) * 2) / (high - low)
    );
  };
  const bins = Array.from({ length: BINS }, (_, bin) => bin).filter((bin) => weight(bin) > 0);
  return { first: bins[0] ?? 0, weights: Float64Array.from(bins, weight) };
});
