/**
 * The decoder of ETSI GSM 06.10 section 5.3, in the 16-bit saturating arithmetic the standard prescribes: only
 * so does every decoder give the same bits. No npm package decodes GSM.
 */

const saturate = (value: number) => (value > 32_767 ? 32_767 : value < -32_768 ? -32_768 : value);
const multiply = (a: number, b: number) => (a === -32_768 && b === -32_768 ? 32_767 : (a * b + 16_384) >> 15);

const gainLevels = [3277, 11_469, 21_299, 32_767] as const;
const pulseFactors = [18_431, 20_479, 22_527, 24_575, 26_623, 28_671, 30_719, 32_767] as const;

/** Per reflection coefficient: offset B, least code MIC and 1/A of table 4.1. */
const ratioOffset = [0, 0, 2048, -2560, 94, -1792, -341, -1144] as const;
const ratioLeast = [-32, -32, -16, -16, -8, -8, -4, -4] as const;
const ratioInverse = [13_107, 13_107, 13_107, 13_107, 19_223, 17_476, 31_454, 29_708] as const;

const order = 8;
const partSamples = 40;
const longestLag = 120;
const deemphasis = 28_180;

/** Where in the frame the coefficients move from the last frame's to this one's. */
const ramps = [
  { from: 0, to: 13, blend: (last: number, now: number) => (last >> 2) + (now >> 2) + (last >> 1) },
  { from: 13, to: 27, blend: (last: number, now: number) => (last >> 1) + (now >> 1) },
  { from: 27, to: 40, blend: (last: number, now: number) => (last >> 2) + (now >> 2) + (now >> 1) },
  { from: 40, to: 160, blend: (_: number, now: number) => now },
] as const;

function toReflection(ratio: number): number {
  const size = ratio === -32_768 ? 32_767 : Math.abs(ratio);
  const value = size < 11_059 ? size << 1 : size < 20_070 ? size + 11_059 : saturate((size >> 2) + 26_112);
  return ratio < 0 ? -value : value;
}

export class GsmSynthesis {
  /** 120 samples of the past, then the frame's 160. */
  readonly #excitation = new Int32Array(longestLag + 4 * partSamples);
  readonly #lastRatios = new Int32Array(order);
  readonly #ratios = new Int32Array(order);
  readonly #reflections = new Int32Array(order);
  readonly #lattice = new Int32Array(order + 1);
  #lag = 40;
  #emphasis = 0;

  /** One of the frame's four parts: regular pulses added to the excitation of one lag ago. */
  excite(part: number, lag: number, gain: number, grid: number, largest: number, pulses: Int32Array): void {
    let exponent = largest > 15 ? (largest >> 3) - 1 : 0;
    let mantissa = largest - (exponent << 3);
    if (mantissa === 0) {
      exponent = -4;
      mantissa = 7;
    } else {
      for (; mantissa <= 7; exponent--) mantissa = (mantissa << 1) | 1;
      mantissa -= 8;
    }
    const factor = pulseFactors[mantissa]!;
    const shift = 6 - exponent;
    const rounding = 1 << (shift - 1);

    if (lag >= 40 && lag <= longestLag) this.#lag = lag;
    const level = gainLevels[gain]!;
    const excitation = this.#excitation;
    const start = longestLag + part * partSamples;
    for (let i = 0; i < partSamples; i++) {
      excitation[start + i] = multiply(level, excitation[start + i - this.#lag]!);
    }
    pulses.forEach((code, i) => {
      const at = start + grid + 3 * i;
      const pulse = saturate(multiply(factor, ((code << 1) - 7) << 12) + rounding) >> shift;
      excitation[at] = saturate(excitation[at]! + pulse);
    });
  }

  /** The whole frame's 160 samples, once its four parts are excited. */
  synthesise(codes: Int32Array, output: Float32Array, from: number): void {
    const ratios = this.#ratios;
    for (let i = 0; i < order; i++) {
      const scaled = saturate(((codes[i]! + ratioLeast[i]!) << 10) - (ratioOffset[i]! << 1));
      const ratio = multiply(ratioInverse[i]!, scaled);
      ratios[i] = saturate(ratio + ratio);
    }
    for (const { from: first, to, blend } of ramps) {
      for (let i = 0; i < order; i++) {
        this.#reflections[i] = toReflection(saturate(blend(this.#lastRatios[i]!, ratios[i]!)));
      }
      for (let i = first; i < to; i++)
        output[from + i] = this.#filter(this.#excitation[longestLag + i]!) / 32_768;
    }
    this.#lastRatios.set(ratios);
    this.#excitation.copyWithin(0, 4 * partSamples);
  }

  #filter(excitation: number): number {
    const lattice = this.#lattice;
    const reflections = this.#reflections;
    let value = excitation;
    for (let i = order - 1; i >= 0; i--) {
      const reflection = reflections[i]!;
      value = saturate(value - multiply(reflection, lattice[i]!));
      lattice[i + 1] = saturate(lattice[i]! + multiply(reflection, value));
    }
    lattice[0] = value;
    this.#emphasis = saturate(value + multiply(this.#emphasis, deemphasis));
    return saturate(this.#emphasis * 2) & ~7;
  }
}
