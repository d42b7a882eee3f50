import { SAMPLE_RATE } from '@locutor/contract';
import { FourierTransform } from '../speech/fourier.ts';

/** A quarter of a kilohertz above what a telephone line can carry, for the slope of filters. */
const ABOVE = 4300;
/**
 * Share of the power above, in a voice that came over a telephone line. 1,600 utterances of wide-band recordings have
 * 5 · 10⁻⁶ or more; what was sampled at 8 kHz has under 10⁻⁸, or the rounding to 16 bits if it is soft.
 */
const NARROW_SHARE = 1.6e-6;
const SIZE = 256;

const fourier = new FourierTransform([4, 4, 4, 4]);
/** Without it, strong low sounds would leak into the upper band. */
const hann = Float64Array.from({ length: SIZE }, (_, n) => Math.sin((Math.PI * (n + 0.5)) / SIZE) ** 2);

/** Whether a voice has nothing above the band of telephones. */
export function isNarrow(windows: readonly Float32Array[]): boolean {
  const first = Math.ceil((ABOVE * SIZE) / SAMPLE_RATE);
  const real = new Float64Array(SIZE);
  const imaginary = new Float64Array(SIZE);
  let [all, above] = [0, 0];
  for (const samples of windows) {
    if (samples.length < SIZE) continue;
    for (let n = 0; n < SIZE; n++) real[n] = hann[n]! * samples[n]!;
    imaginary.fill(0);
    fourier.transform(real, imaginary);
    for (let bin = 1; bin <= SIZE / 2; bin++) {
      const power = real[bin]! ** 2 + imaginary[bin]! ** 2;
      all += power;
      if (bin >= first) above += power;
    }
  }
  return above < NARROW_SHARE * all;
}
