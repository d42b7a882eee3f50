import { allocate, allocationBits } from './allocation.ts';
import { BitWriter } from './bit-writer.ts';
import { bands } from './filter-bank.ts';
import type { Masking } from './masking.ts';
import { bandTables, levelOf, type Quantizer } from './quantizers.ts';
import { type BandScale, scaleFactor, scaleIndex, shareScales } from './scale-factors.ts';

/** Samples of each band in a frame, and of each part that may have a scale factor of its own. */
export const bandSamples = 36;
const partSamples = 12;

const headerBits = 32;

/** The peak of a part of a band, as a scale factor. */
function peakIndex(samples: Float64Array, band: number, part: number): number {
  let peak = 0;
  for (let i = part * partSamples; i < (part + 1) * partSamples; i++) {
    peak = Math.max(peak, Math.abs(samples[i * bands + band]!));
  }
  return scaleIndex(peak);
}

function powerOf(samples: Float64Array, band: number): number {
  let sum = 0;
  for (let i = 0; i < bandSamples; i++) sum += samples[i * bands + band]! ** 2;
  return sum / bandSamples;
}

/** Three samples in one code, or one code each. */
function putTriple(writer: BitWriter, { levels, bits, grouped }: Quantizer, triple: readonly number[]): void {
  const [first, second, third] = triple.map((value) => levelOf(value, levels)) as [number, number, number];
  if (grouped) writer.put((third * levels + second) * levels + first, bits);
  else for (const level of [first, second, third]) writer.put(level, bits / 3);
}

/**
 * A frame of MPEG-2 Layer II, mono (ISO/IEC 13818-3 and 11172-3, 2.4.1).
 * @param header its first four bytes
 * @param samples 36 times one sample of each band
 */
export function writeFrame(
  header: number,
  length: number,
  samples: Float64Array,
  masking: Masking,
): Uint8Array {
  const powers = Float64Array.from({ length: bands }, (_, band) => powerOf(samples, band));
  const scales: BandScale[] = bandTables.map((_, band) =>
    shareScales(peakIndex(samples, band, 0), peakIndex(samples, band, 1), peakIndex(samples, band, 2)),
  );
  const bits = 8 * length - headerBits - allocationBits;
  const codes = allocate(bits, powers, masking.thresholds(powers), scales);
  const writer = new BitWriter(length);
  writer.put(header, headerBits);
  for (const [band, code] of codes.entries()) writer.put(code, bandTables[band]!.codeBits);
  const used = [...codes.keys()].filter((band) => codes[band]! > 0);
  for (const band of used) writer.put(scales[band]!.select, 2);
  for (const band of used) for (const index of scales[band]!.written) writer.put(index, 6);
  for (let first = 0; first < bandSamples; first += 3) {
    for (const band of used) {
      const scale = scaleFactor(scales[band]!.parts[Math.floor(first / partSamples)]!);
      const triple = [0, 1, 2].map((i) => samples[(first + i) * bands + band]! / scale);
      putTriple(writer, bandTables[band]!.quantizers[codes[band]! - 1]!, triple);
    }
  }
  return writer.bytes;
}
