/*
 * MPEG Layer II is written here: no package encodes it but builds of ffmpeg (LGPL, tens of megabytes). Only what the
 * catalogs have: mono at the rates of MPEG-2.
 */
import type { AudioEncoder } from '../audio-encoder.ts';
import { checkCompressed, defaultKbps, type EncodedFormat, nearest, refuseFormat } from '../format.ts';
import { Framer } from '../framer.ts';
import { joinBytes } from '../join-bytes.ts';
import { bands, FilterBank, filterDelay } from './filter-bank.ts';
import { bandSamples, writeFrame } from './frame.ts';
import { Masking } from './masking.ts';

/** In the order of their codes. */
const rates = [22_050, 24_000, 16_000];
/** In the order of their codes, which begin at 1. */
const bitRates = [8, 16, 24, 32, 40, 48, 56, 64, 80, 96, 112, 128, 144, 160];

const frameSamples = bands * bandSamples;

class Mp2Encoder implements AudioEncoder {
  readonly #rate: number;
  readonly #kbps: number;
  readonly #framer = new Framer(frameSamples);
  readonly #filter = new FilterBank();
  readonly #masking: Masking;
  readonly #bandSamples = new Float64Array(frameSamples);
  #samples = 0;
  #frames = 0;
  /** Parts of a byte that the frames so far are too short by, in units of one over the sample rate. */
  #owed = 0;

  constructor(rate: number, kbps: number) {
    this.#rate = rate;
    this.#kbps = kbps;
    this.#masking = new Masking(rate);
  }

  write(samples: Float32Array): Uint8Array {
    this.#samples += samples.length;
    return joinBytes(Array.from(this.#framer.push(samples), (frame) => this.#encode(frame)));
  }

  end(): Uint8Array {
    const frames: Uint8Array[] = [];
    const needed = this.#samples === 0 ? 0 : this.#samples + filterDelay;
    while (this.#frames * frameSamples < needed) frames.push(this.#encode(this.#framer.rest()));
    return joinBytes(frames);
  }

  free(): void {}

  #encode(samples: Float32Array): Uint8Array {
    this.#frames++;
    for (let at = 0; at < frameSamples; at += bands) {
      this.#filter.analyse(samples, at, this.#bandSamples.subarray(at, at + bands));
    }
    const bits = (frameSamples / 8) * this.#kbps * 1000;
    this.#owed += bits % this.#rate;
    const padding = this.#owed >= this.#rate ? 1 : 0;
    this.#owed -= padding * this.#rate;
    const length = Math.floor(bits / this.#rate) + padding;
    return writeFrame(this.#header(padding), length, this.#bandSamples, this.#masking);
  }

  /** Sync word, MPEG-2, Layer II, no checksum; bit rate, sample rate, padding; one channel; an original. */
  #header(padding: number): number {
    const codes =
      ((bitRates.indexOf(this.#kbps) + 1) << 4) | (rates.indexOf(this.#rate) << 2) | (padding << 1);
    return ((0xfff5 << 16) | (codes << 8) | 0xc4) >>> 0;
  }
}

export function openMp2(format: EncodedFormat): AudioEncoder {
  checkCompressed(format);
  const { sampleRate, kbps = defaultKbps } = format;
  if (!rates.includes(sampleRate)) refuseFormat(`MP2 of ${sampleRate} Hz; ${rates.join(', ')} are encoded`);
  return new Mp2Encoder(sampleRate, nearest(kbps, bitRates));
}
