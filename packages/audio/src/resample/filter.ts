import { numbersPerRound } from '@locutor/kernels';

/** A low-pass filter cut into phases: `phases + 1` rows of `taps` coefficients, one after the other. */
export interface PhaseTable {
  readonly phases: number;
  /** A multiple of `numbersPerRound`, as the kernel wants. */
  readonly taps: number;
  readonly coefficients: Float32Array;
}

/** Stop-band attenuation in dB. 80 is promised; the rest pays for rounding and for the cut into phases. */
const attenuation = 88;
const beta = 0.1102 * (attenuation - 8.7);

/** The modified Bessel function of order zero, by its power series. */
function bessel0(x: number): number {
  let term = 1;
  let sum = 1;
  for (let k = 1; term > sum * 1e-12; k++) {
    term *= (x / (2 * k)) ** 2;
    sum += term;
  }
  return sum;
}

/**
 * A Kaiser-windowed sinc. `pass` and `stop` are the band edges as fractions of the input rate (0 to 0.5); row p
 * holds the filter for an output that falls p / phases of a sample after an input. The extra last row equals
 * the first, one sample on, so that a reader may interpolate between any row and the next.
 */
export function designPhases(pass: number, stop: number, phases: number): PhaseTable {
  const width = stop - pass;
  const needed = (attenuation - 8) / (2.285 * 2 * Math.PI * width);
  const taps = numbersPerRound * Math.ceil(needed / numbersPerRound);
  const half = taps / 2;
  const cutoff = pass + stop;
  const window = bessel0(beta);
  const coefficients = new Float32Array((phases + 1) * taps);
  const row = new Float64Array(taps);
  for (let phase = 0; phase <= phases; phase++) {
    let sum = 0;
    for (let tap = 0; tap < taps; tap++) {
      const time = tap - half + 1 - phase / phases;
      const edge = 1 - (time / half) ** 2;
      const angle = Math.PI * cutoff * time;
      const sinc = angle === 0 ? 1 : Math.sin(angle) / angle;
      const value = edge <= 0 ? 0 : (sinc * bessel0(beta * Math.sqrt(edge))) / window;
      row[tap] = value;
      sum += value;
    }
    for (let tap = 0; tap < taps; tap++) coefficients[phase * taps + tap] = row[tap]! / sum;
  }
  return { phases, taps, coefficients };
}
