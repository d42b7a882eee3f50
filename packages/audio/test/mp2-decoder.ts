/*
 * MPEG-2 Layer II, mono, decoded as the standard describes it and with tables of its own, so that the encoder is tested
 * where there is no ffmpeg too. Only the window, which the standard gives as numbers, is the encoder's.
 */
import { synthesisWindow } from '../src/encode/mp2/window.ts';

const rates = [22_050, 24_000, 16_000];
const bitRates = [0, 8, 16, 24, 32, 40, 48, 56, 64, 80, 96, 112, 128, 144, 160];
const low = [0, 3, 5, 7, 9, 15, 31, 63, 127, 255, 511, 1023, 2047, 4095, 8191, 16_383];
const middle = [0, 3, 5, 9, 15, 31, 63, 127];
const high = [0, 3, 5, 9];
const tableOf = (band: number) => (band < 4 ? low : band < 11 ? middle : high);

class BitReader {
  readonly #bytes: Uint8Array;
  #at = 0;

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes;
  }

  take(bits: number): number {
    let value = 0;
    for (let i = 0; i < bits; i++, this.#at++) {
      value = value * 2 + ((this.#bytes[this.#at >> 3]! >> (7 - (this.#at & 7))) & 1);
    }
    return value;
  }
}

/** The levels of three samples. */
function takeTriple(reader: BitReader, levels: number): number[] {
  const grouped = { 3: 5, 5: 7, 9: 10 }[levels];
  if (grouped === undefined) return [0, 1, 2].map(() => reader.take(Math.ceil(Math.log2(levels))));
  const code = reader.take(grouped);
  return [code % levels, Math.floor(code / levels) % levels, Math.floor(code / levels ** 2)];
}

function takeScales(reader: BitReader, select: number): number[] {
  const take = () => 2 ** (1 - reader.take(6) / 3);
  const [a, b, c] = [take(), select === 2 ? 0 : take(), select === 0 ? take() : 0];
  return [
    [a, b, c],
    [a, a, b],
    [a, a, a],
    [a, b, b],
  ][select]!;
}

/** 36 times one sample of each of 32 bands. */
function decodeFrame(reader: BitReader): Float64Array[] {
  const levels = Array.from({ length: 30 }, (_, band) => {
    const table = tableOf(band);
    return table[reader.take(Math.log2(table.length))]!;
  });
  const selects = levels.map((each) => (each > 0 ? reader.take(2) : 0));
  const scales = levels.map((each, band) => (each > 0 ? takeScales(reader, selects[band]!) : []));
  const samples = Array.from({ length: 36 }, () => new Float64Array(32));
  for (let first = 0; first < 36; first += 3) {
    for (const [band, count] of levels.entries()) {
      if (count === 0) continue;
      for (const [i, level] of takeTriple(reader, count).entries()) {
        samples[first + i]![band] = ((2 * level + 1) / count - 1) * scales[band]![Math.floor(first / 12)]!;
      }
    }
  }
  return samples;
}

/** 32 samples of audio from one of each band (ISO/IEC 11172-3, figure A.2). */
function synthesis(): (bands: Float64Array) => number[] {
  const v = new Float64Array(1024);
  return (bands) => {
    v.copyWithin(64, 0, 960);
    for (let i = 0; i < 64; i++) {
      v[i] = bands.reduce(
        (sum, band, k) => sum + Math.cos(((16 + i) * (2 * k + 1) * Math.PI) / 64) * band,
        0,
      );
    }
    return Array.from({ length: 32 }, (_, j) => {
      let sum = 0;
      for (let i = 0; i < 8; i++) {
        sum += v[i * 128 + j]! * synthesisWindow[i * 64 + j]!;
        sum += v[i * 128 + 96 + j]! * synthesisWindow[i * 64 + 32 + j]!;
      }
      return sum;
    });
  };
}

export interface DecodedMp2 {
  readonly rate: number;
  readonly kbps: number;
  readonly samples: Float32Array;
}

export function decodeMp2(bytes: Uint8Array): DecodedMp2 {
  const output: number[] = [];
  const synthesize = synthesis();
  let [rate, kbps] = [0, 0];
  for (let at = 0; at < bytes.length; ) {
    const reader = new BitReader(bytes.subarray(at));
    if (reader.take(16) !== 0xfff5) throw new Error(`no frame of MPEG-2 Layer II at byte ${at}`);
    [kbps, rate] = [bitRates[reader.take(4)]!, rates[reader.take(2)]!];
    const padding = reader.take(1);
    if (reader.take(9) >> 6 !== 3) throw new Error('not mono');
    for (const bands of decodeFrame(reader)) output.push(...synthesize(bands));
    at += Math.floor((144_000 * kbps) / rate) + padding;
  }
  return { rate, kbps, samples: Float32Array.from(output) };
}
