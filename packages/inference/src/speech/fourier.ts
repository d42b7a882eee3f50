/** Real and imaginary parts. */
type Complex = readonly [Float64Array, Float64Array];

/** Reads `radix` inputs, `blocks × stride` apart, for each of its outputs. */
interface Stage {
  radix: 4 | 5;
  blocks: number;
  /** Cosine and sine by which output j of block b is turned: 2 numbers at 2 (radix × b + j). */
  twiddles: Float64Array;
}

/**
 * The discrete Fourier transform of a fixed size that is a product of fours and fives, as a Stockham transform:
 * its stages leave everything in order. Written out per radix: a loop over any radix took three times as long.
 */
export class FourierTransform {
  readonly #stages: readonly Stage[];
  readonly #spare: Complex;

  constructor(radices: readonly (4 | 5)[]) {
    const size = radices.reduce((product, radix) => product * radix, 1);
    this.#spare = [new Float64Array(size), new Float64Array(size)];
    let rest = size;
    this.#stages = radices.map((radix) => {
      const stage = { radix, blocks: rest / radix, twiddles: twiddles(radix, rest) };
      rest = stage.blocks;
      return stage;
    });
  }

  /** Transforms in place. */
  transform(real: Float64Array, imaginary: Float64Array): void {
    let from: Complex = [real, imaginary];
    let to = this.#spare;
    let stride = 1;
    for (const stage of this.#stages) {
      if (stage.radix === 4) fours(stage, stride, from, to);
      else fives(stage, stride, from, to);
      stride *= stage.radix;
      [from, to] = [to, from];
    }
    if (from[0] === real) return;
    real.set(from[0]);
    imaginary.set(from[1]);
  }
}

function twiddles(radix: number, size: number): Float64Array {
  const turns = Array.from({ length: size }, (_, at) => {
    const turn = (-2 * Math.PI * Math.floor(at / radix) * (at % radix)) / size;
    return [Math.cos(turn), Math.sin(turn)];
  });
  return Float64Array.from(turns.flat());
}

function fours({ blocks, twiddles }: Stage, stride: number, [re, im]: Complex, [toRe, toIm]: Complex): void {
  const apart = blocks * stride;
  for (let block = 0; block < blocks; block++) {
    const t = 8 * block;
    for (let lane = 0; lane < stride; lane++) {
      const a = block * stride + lane;
      const b = a + apart;
      const c = b + apart;
      const d = c + apart;
      const sumRe = re[a]! + re[c]!;
      const sumIm = im[a]! + im[c]!;
      const oddSumRe = re[b]! + re[d]!;
      const oddSumIm = im[b]! + im[d]!;
      const gapRe = re[a]! - re[c]!;
      const gapIm = im[a]! - im[c]!;
      const oddGapRe = re[b]! - re[d]!;
      const oddGapIm = im[b]! - im[d]!;
      const to = 4 * block * stride + lane;
      toRe[to] = sumRe + oddSumRe;
      toIm[to] = sumIm + oddSumIm;
      turn(toRe, toIm, to + stride, gapRe + oddGapIm, gapIm - oddGapRe, twiddles, t + 2);
      turn(toRe, toIm, to + 2 * stride, sumRe - oddSumRe, sumIm - oddSumIm, twiddles, t + 4);
      turn(toRe, toIm, to + 3 * stride, gapRe - oddGapIm, gapIm + oddGapRe, twiddles, t + 6);
    }
  }
}

const COS1 = Math.cos((2 * Math.PI) / 5);
const SIN1 = Math.sin((2 * Math.PI) / 5);
const COS2 = Math.cos((4 * Math.PI) / 5);
const SIN2 = Math.sin((4 * Math.PI) / 5);

function fives({ blocks, twiddles }: Stage, stride: number, [re, im]: Complex, [toRe, toIm]: Complex): void {
  const apart = blocks * stride;
  for (let block = 0; block < blocks; block++) {
    const t = 10 * block;
    for (let lane = 0; lane < stride; lane++) {
      const a = block * stride + lane;
      const b = a + apart;
      const c = b + apart;
      const d = c + apart;
      const e = d + apart;
      const outerRe = re[b]! + re[e]!;
      const outerIm = im[b]! + im[e]!;
      const innerRe = re[c]! + re[d]!;
      const innerIm = im[c]! + im[d]!;
      const outerGapRe = re[b]! - re[e]!;
      const outerGapIm = im[b]! - im[e]!;
      const innerGapRe = re[c]! - re[d]!;
      const innerGapIm = im[c]! - im[d]!;
      const nearRe = re[a]! + COS1 * outerRe + COS2 * innerRe;
      const nearIm = im[a]! + COS1 * outerIm + COS2 * innerIm;
      const farRe = re[a]! + COS2 * outerRe + COS1 * innerRe;
      const farIm = im[a]! + COS2 * outerIm + COS1 * innerIm;
      const nearSideRe = SIN1 * outerGapRe + SIN2 * innerGapRe;
      const nearSideIm = SIN1 * outerGapIm + SIN2 * innerGapIm;
      const farSideRe = SIN2 * outerGapRe - SIN1 * innerGapRe;
      const farSideIm = SIN2 * outerGapIm - SIN1 * innerGapIm;
      const to = 5 * block * stride + lane;
      toRe[to] = re[a]! + outerRe + innerRe;
      toIm[to] = im[a]! + outerIm + innerIm;
      turn(toRe, toIm, to + stride, nearRe + nearSideIm, nearIm - nearSideRe, twiddles, t + 2);
      turn(toRe, toIm, to + 2 * stride, farRe + farSideIm, farIm - farSideRe, twiddles, t + 4);
      turn(toRe, toIm, to + 3 * stride, farRe - farSideIm, farIm + farSideRe, twiddles, t + 6);
      turn(toRe, toIm, to + 4 * stride, nearRe - nearSideIm, nearIm + nearSideRe, twiddles, t + 8);
    }
  }
}

/** Puts a complex number, turned by twiddle `at`, in place `to`. */
function turn(
  toRe: Float64Array,
  toIm: Float64Array,
  to: number,
  re: number,
  im: number,
  twiddles: Float64Array,
  at: number,
): void {
  const cos = twiddles[at]!;
  const sin = twiddles[at + 1]!;
  toRe[to] = re * cos - im * sin;
  toIm[to] = re * sin + im * cos;
}
