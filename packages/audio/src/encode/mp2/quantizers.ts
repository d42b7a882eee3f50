/** A way to write the samples of a band. */
export interface Quantizer {
  readonly levels: number;
  /** For three samples; those of 3, 5 and 9 levels share a code. */
  readonly bits: number;
  readonly grouped: boolean;
}

const grouped: Readonly<Record<number, number>> = { 3: 5, 5: 7, 9: 10 };

function quantizer(levels: number): Quantizer {
  const bits = grouped[levels];
  return { levels, bits: bits ?? 3 * Math.ceil(Math.log2(levels)), grouped: bits !== undefined };
}

/** What the code of a band's allocation chooses from; 0 is "nothing is written". */
export interface BandTable {
  readonly codeBits: number;
  readonly quantizers: readonly Quantizer[];
}

const powers = (from: number, to: number) =>
  Array.from({ length: to - from + 1 }, (_, i) => 2 ** (from + i) - 1);
const low: BandTable = { codeBits: 4, quantizers: [3, 5, 7, 9, ...powers(4, 14)].map(quantizer) };
const middle: BandTable = { codeBits: 3, quantizers: [3, 5, 9, ...powers(4, 7)].map(quantizer) };
const high: BandTable = { codeBits: 2, quantizers: [3, 5, 9].map(quantizer) };

/** The bands of MPEG-2 at 16 to 24 kHz (ISO/IEC 13818-3, table B.1); the two above are never written. */
export const bandTables: readonly BandTable[] = [
  ...new Array<BandTable>(4).fill(low),
  ...new Array<BandTable>(7).fill(middle),
  ...new Array<BandTable>(19).fill(high),
];

/** The level, counted from 0, of a value of ±1. */
export function levelOf(value: number, levels: number): number {
  return Math.min(levels - 1, Math.max(0, Math.floor(((value + 1) * levels) / 2)));
}
