import { bandTables } from './quantizers.ts';
import { type BandScale, scaleFactor } from './scale-factors.ts';

/** Three samples of a band are written together, twelve times in a frame. */
const triplesPerFrame = 12;

/** The bits that every frame has for the codes of the allocation. */
export const allocationBits = bandTables.reduce((sum, { codeBits }) => sum + codeBits, 0);

/** The power of the noise in a band: of all of it where nothing is written, of rounding to a level otherwise. */
function noiseOf(band: number, code: number, power: number, { parts }: BandScale): number {
  if (code === 0) return power;
  const { levels } = bandTables[band]!.quantizers[code - 1]!;
  const steps = parts.map((index) => (2 * scaleFactor(index)) / levels);
  return steps.reduce((sum, step) => sum + step ** 2 / 12, 0) / parts.length;
}

/** The bits to take a band from one code to the next. */
function costOf(band: number, code: number, { written }: BandScale): number {
  const { quantizers } = bandTables[band]!;
  const bits = triplesPerFrame * (quantizers[code]!.bits - (quantizers[code - 1]?.bits ?? 0));
  return code === 0 ? bits + 2 + 6 * written.length : bits;
}

/**
 * Chooses a quantizer for each band, as codes: again and again the band whose noise is the most audible gets the next
 * better one, as long as the bits last.
 */
export function allocate(
  bits: number,
  powers: Float64Array,
  thresholds: Float64Array,
  scales: readonly BandScale[],
): Uint8Array {
  const codes = new Uint8Array(bandTables.length);
  const ratios = Array.from(codes, (_, band) => powers[band]! / thresholds[band]!);
  let left = bits;
  for (;;) {
    const band = loudest(ratios);
    if (band < 0) return codes;
    const code = codes[band]!;
    const cost = code < bandTables[band]!.quantizers.length ? costOf(band, code, scales[band]!) : Infinity;
    if (cost > left) {
      ratios[band] = 0;
      continue;
    }
    left -= cost;
    codes[band] = code + 1;
    ratios[band] = noiseOf(band, code + 1, powers[band]!, scales[band]!) / thresholds[band]!;
  }
}

/** The band with the most audible noise; -1 where no band can have more bits. */
function loudest(ratios: readonly number[]): number {
  let best = -1;
  for (let band = 0; band < ratios.length; band++) {
    if (ratios[band]! > (best < 0 ? 0 : ratios[best]!)) best = band;
  }
  return best;
}
