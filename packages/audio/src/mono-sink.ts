import { setImmediate as nextTurn } from 'node:timers/promises';
import { Resampler } from './resample/resampler.ts';
import { type AudioSink, checkFormat, type StreamFormat } from './stream.ts';

const mixBlock = 8192;
const growth = 1 << 18;
/** More than an hour at 16 kHz is not taken on trust. */
const mostExpected = 1 << 26;
/** Long enough that turning the event loop costs nothing, short enough that a server still answers. */
const turnEvery = 15;

/** Mixes to mono, resamples and collects, up to a cap in seconds. */
export class MonoSink implements AudioSink {
  readonly wantedRate: number;
  readonly #cap: number;
  readonly #signal: AbortSignal | undefined;
  readonly #mixed = new Float32Array(mixBlock);
  #format: StreamFormat | undefined;
  #resampler: Resampler | undefined;
  #decodedRate = 0;
  #samples = new Float32Array(0);
  #length = 0;
  #dropped = 0;
  #truncated = false;
  #lastTurn = performance.now();

  constructor(wantedRate: number, maxSeconds: number, signal?: AbortSignal) {
    this.wantedRate = wantedRate;
    this.#cap = Math.floor(maxSeconds * wantedRate);
    this.#signal = signal;
  }

  get full(): boolean {
    return this.#truncated;
  }

  /** The format of the first stream; undefined when no decoder got as far as a header. */
  get format(): StreamFormat | undefined {
    return this.#format;
  }

  begin(format: StreamFormat, decodedRate = format.rate): void {
    checkFormat(format);
    if (this.#format) this.#endResampler();
    this.#format ??= { codec: format.codec, rate: format.rate, channels: format.channels };
    this.#decodedRate = decodedRate;
    this.#resampler =
      decodedRate === this.wantedRate ? undefined : new Resampler(decodedRate, this.wantedRate);
  }

  expect(frames: number): void {
    const samples = Math.round((frames * this.wantedRate) / this.#decodedRate);
    // Memory that is not written to costs nothing, so a header that lies gains nothing either.
    if (samples > 0) this.#reserve(Math.min(this.#length + samples, this.#cap, mostExpected));
  }

  write(planes: readonly Float32Array[], frames: number, start = 0): void {
    for (let from = start; from < start + frames && !this.#truncated; from += mixBlock) {
      const block = this.#mixed.subarray(0, Math.min(mixBlock, start + frames - from));
      mix(planes, from, block);
      if (this.#resampler) this.#resampler.write(block, (part) => this.#append(part));
      else this.#append(block);
    }
  }

  drop(frames: number): void {
    this.#dropped += (frames * this.wantedRate) / this.#decodedRate;
    // Honest padding is part of a packet, whatever the cap; so a second of it is always free.
    if (this.#dropped > Math.max(this.#cap, this.wantedRate)) this.#truncated = true;
  }

  cutShort(): void {
    this.#truncated = true;
  }

  async pause(): Promise<void> {
    this.#signal?.throwIfAborted();
    if (performance.now() - this.#lastTurn < turnEvery) return;
    await nextTurn();
    this.#lastTurn = performance.now();
    this.#signal?.throwIfAborted();
  }

  finish(): { samples: Float32Array; truncated: boolean } {
    this.#endResampler();
    const samples =
      this.#length === this.#samples.length ? this.#samples : this.#samples.slice(0, this.#length);
    this.#samples = new Float32Array(0);
    return { samples, truncated: this.#truncated };
  }

  #endResampler(): void {
    if (!this.#truncated) this.#resampler?.end((part) => this.#append(part));
    this.#resampler = undefined;
  }

  #append(part: Float32Array): void {
    const room = this.#cap - this.#length;
    const taken = Math.min(room, part.length);
    this.#truncated ||= part.length > room;
    if (this.#length + taken > this.#samples.length) {
      this.#reserve(
        Math.min(this.#cap, Math.max(this.#length + taken, Math.floor(this.#samples.length * 1.5), growth)),
      );
    }
    const output = this.#samples;
    let at = this.#length;
    for (let i = 0; i < taken; i++) {
      const value = part[i]!;
      output[at++] = value > 1 ? 1 : value < -1 ? -1 : value;
    }
    this.#length = at;
  }

  #reserve(samples: number): void {
    if (samples <= this.#samples.length) return;
    const larger = new Float32Array(samples);
    larger.set(this.#samples.subarray(0, this.#length));
    this.#samples = larger;
  }
}

/**
 * The mean of the channels: it never clips, unlike a sum, and it is what a listener of one loudspeaker expects
 * of two equal channels. Values no decoder should make (NaN, ±10⁶ from a corrupt file) are tamed here, before
 * they ring through the resampling filter.
 */
function mix(planes: readonly Float32Array[], from: number, into: Float32Array): void {
  const [first, second] = planes;
  if (planes.length === 1) {
    for (let i = 0; i < into.length; i++) into[i] = tame(first![from + i]!);
    return;
  }
  if (planes.length === 2) {
    for (let i = 0; i < into.length; i++) into[i] = tame((first![from + i]! + second![from + i]!) / 2);
    return;
  }
  for (let i = 0; i < into.length; i++) {
    let sum = 0;
    for (const plane of planes) sum += plane[from + i]!;
    into[i] = tame(sum / planes.length);
  }
}

function tame(value: number): number {
  if (value >= -1 && value <= 1) return value;
  return value > 1 ? 1 : value < -1 ? -1 : 0;
}
