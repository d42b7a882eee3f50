import { mix, mixBlock } from './mix.ts';
import { Resampler } from './resample/resampler.ts';
import { type AudioSink, checkFormat, costPerSecond, frameCost, type StreamFormat } from './stream.ts';

/** A second at 16 kHz: large enough that passing a chunk on costs nothing compared with decoding it. */
export const chunkSamples = 16_384;

/**
 * A change of format takes a filter of its own, most of a millisecond; a WAV file of 34 bytes for each could otherwise
 * ask for a million of them.
 */
const mostFormats = 64;

/** Mixes to mono, resamples and cuts into chunks, up to a cap in seconds and one on the work of decoding. */
export class MonoSink implements AudioSink {
  readonly wantedRate: number;
  readonly #cap: number;
  #format: StreamFormat | undefined;
  #formats = 0;
  #resampler: Resampler | undefined;
  #decodedRate = 0;
  #expected = 0;
  #chunks: Float32Array[] = [];
  #chunk = new Float32Array(chunkSamples);
  /** Samples in `#chunk`. */
  #filled = 0;
  /** Samples in all chunks so far. */
  #length = 0;
  #dropped = 0;
  /** What may still be spent on decoding, and what one sample of every channel costs. */
  #budget: number;
  #frameCost = 0;
  #truncated = false;

  constructor(wantedRate: number, maxSeconds: number) {
    this.wantedRate = wantedRate;
    this.#cap = Math.floor(maxSeconds * wantedRate);
    // A second of the most expensive audio is always affordable, however short the wanted audio.
    this.#budget = Math.max(1, maxSeconds) * costPerSecond;
  }

  get full(): boolean {
    return this.#truncated;
  }

  /** The format of the first stream; undefined when no decoder got as far as a header. */
  get format(): StreamFormat | undefined {
    return this.#format;
  }

  /** How many samples there will be, by the account of the headers seen so far. */
  get expected(): number {
    return this.#expected;
  }

  begin(format: StreamFormat, decodedRate = format.rate): void {
    checkFormat(format);
    if (this.#format) this.#endResampler();
    if (++this.#formats > mostFormats) this.#truncated = true;
    if (this.#truncated) return;
    this.#format ??= { codec: format.codec, rate: format.rate, channels: format.channels };
    this.#decodedRate = decodedRate;
    // A decoder that gives out fewer samples than the stream has goes through all of them all the same.
    this.#frameCost = frameCost(format) * Math.max(1, format.rate / decodedRate);
    this.#resampler =
      decodedRate === this.wantedRate ? undefined : new Resampler(decodedRate, this.wantedRate);
  }

  expect(frames: number): void {
    const samples = Math.round((frames * this.wantedRate) / this.#decodedRate);
    if (samples > 0) this.#expected = Math.min(this.#length + samples, this.#cap);
  }

  write(planes: readonly Float32Array[], frames: number, start = 0): void {
    for (let from = start; from < start + frames && !this.#truncated; from += mixBlock) {
      const block = mix(planes, from, Math.min(mixBlock, start + frames - from));
      if (this.#resampler) this.#resampler.write(block, (part) => this.#append(part));
      else this.#append(block);
    }
    this.#spend(frames);
  }

  drop(frames: number): void {
    this.#spend(frames);
    this.#dropped += (frames * this.wantedRate) / this.#decodedRate;
    // Honest padding is part of a packet, whatever the cap; so a second of it is always free.
    if (this.#dropped > Math.max(this.#cap, this.wantedRate)) this.#truncated = true;
  }

  cutShort(): void {
    this.#truncated = true;
  }

  /** The chunks that became full since the last call; after `finish` also the last one. */
  take(): Float32Array[] {
    if (this.#chunks.length === 0) return none;
    const full = this.#chunks;
    this.#chunks = [];
    return full;
  }

  finish(): void {
    this.#endResampler();
    if (this.#filled > 0) this.#chunks.push(this.#chunk.slice(0, this.#filled));
    this.#filled = 0;
  }

  #spend(frames: number): void {
    this.#budget -= frames * this.#frameCost;
    if (this.#budget < 0) this.#truncated = true;
  }

  #endResampler(): void {
    if (!this.#truncated) this.#resampler?.end((part) => this.#append(part));
    this.#resampler = undefined;
  }

  #append(part: Float32Array): void {
    const room = this.#cap - this.#length;
    const fitting = Math.min(room, part.length);
    this.#truncated ||= part.length > room;
    this.#length += fitting;
    for (let from = 0; from < fitting; ) {
      const count = Math.min(fitting - from, chunkSamples - this.#filled);
      copyWithinOne(part, from, this.#chunk, this.#filled, count);
      from += count;
      this.#filled += count;
      if (this.#filled < chunkSamples) return;
      this.#chunks.push(this.#chunk);
      this.#chunk = new Float32Array(chunkSamples);
      this.#filled = 0;
    }
  }
}

const none: Float32Array[] = [];

/** The resampling filter may overshoot. */
function copyWithinOne(
  source: Float32Array,
  from: number,
  target: Float32Array,
  at: number,
  count: number,
): void {
  for (let i = 0; i < count; i++) {
    const value = source[from + i]!;
    target[at + i] = value > 1 ? 1 : value < -1 ? -1 : value;
  }
}
