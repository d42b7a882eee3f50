import { resample } from '@locutor/audio';

/** What one tone turns into: itself, at a gain, and everything else (aliases, images, rounding), both in dB. */
export interface ToneResult {
  readonly frequency: number;
  readonly gain: number;
  readonly rest: number;
}

export interface Sweep {
  readonly from: number;
  readonly to: number;
  /** The lower of the two Nyquist frequencies. */
  readonly nyquist: number;
  readonly tones: readonly ToneResult[];
  /** The largest departure from 0 dB up to 0.85 of Nyquist. */
  readonly ripple: number;
  /** The loudest thing that should not be there. */
  readonly alias: number;
}

const seconds = 0.4;
const decibels = (amplitude: number) => 20 * Math.log10(amplitude + 1e-9);

/** Fits a tone; what the fit leaves over is the rest. */
function measure(part: Float32Array, frequency: number, rate: number): ToneResult {
  let [cc, cs, ss, xc, xs, xx] = [0, 0, 0, 0, 0, 0];
  const step = (2 * Math.PI * frequency) / rate;
  part.forEach((x, i) => {
    const [c, s] = [Math.cos(step * i), Math.sin(step * i)];
    cc += c * c;
    cs += c * s;
    ss += s * s;
    xc += x * c;
    xs += x * s;
    xx += x * x;
  });
  const determinant = cc * ss - cs * cs;
  const a = (xc * ss - xs * cs) / determinant;
  const b = (xs * cc - xc * cs) / determinant;
  const rest = Math.max(0, xx - a * xc - b * xs);
  return { frequency, gain: decibels(Math.hypot(a, b)), rest: decibels(Math.sqrt((2 * rest) / part.length)) };
}

export function sweep(from: number, to: number, points = 160): Sweep {
  const nyquist = Math.min(from, to) / 2;
  const tones: ToneResult[] = [];
  for (let i = 1; i < points; i++) {
    const frequency = ((i + 0.37) / (points + 1)) * Math.min(from / 2, 2.5 * nyquist);
    const input = Float32Array.from({ length: from * seconds }, (_, n) =>
      Math.sin((2 * Math.PI * frequency * n) / from),
    );
    const output = resample(input, from, to);
    // The middle, because a tone that starts and stops abruptly holds every frequency there.
    const part = output.subarray(output.length / 4, (output.length * 3) / 4);
    if (frequency < to / 2) tones.push(measure(part, frequency, to));
    else {
      // Above Nyquist nothing should come out at all, so all of it counts.
      const level = decibels(Math.sqrt((2 * part.reduce((sum, x) => sum + x * x, 0)) / part.length));
      tones.push({ frequency, gain: level, rest: level });
    }
  }
  const band = tones.filter(({ frequency }) => frequency <= 0.85 * nyquist);
  return {
    from,
    to,
    nyquist,
    tones,
    ripple: Math.max(...band.map(({ gain }) => Math.abs(gain))),
    alias: Math.max(...tones.map(({ rest }) => rest)),
  };
}
