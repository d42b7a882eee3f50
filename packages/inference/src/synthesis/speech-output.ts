import { type AudioEncoder, createEncoder, type EncodedFormat, Resampler } from '@locutor/audio';
import { JobError, SPEECH_TOO_LONG } from '@locutor/contract';
import { Limiter } from './limiter.ts';

/** The longest speech of one job. Bounds its time, and what waits for a client that reads slowly. */
export const MOST_MINUTES = 20;

/** Speech on its way out: phrases and silences, at the rate of the format, limited and encoded. */
export class SpeechOutput {
  readonly #encoder: AudioEncoder;
  readonly #rate: number;
  readonly #limiter: Limiter;
  readonly #emit: (bytes: Uint8Array) => void;
  #resampler: Resampler | undefined;
  /** Samples so far, without those that the limiter holds. */
  #written = 0;
  /** What the limiter gives out first belongs to no sound. */
  #skip: number;

  private constructor(encoder: AudioEncoder, rate: number, emit: (bytes: Uint8Array) => void) {
    this.#encoder = encoder;
    this.#rate = rate;
    this.#emit = emit;
    this.#limiter = new Limiter(rate);
    this.#skip = this.#limiter.delay;
  }

  static async open(format: EncodedFormat, emit: (bytes: Uint8Array) => void): Promise<SpeechOutput> {
    return new SpeechOutput(await createEncoder(format), format.sampleRate, emit);
  }

  /** Where the next sound begins, in milliseconds. */
  get ms(): number {
    return (1000 * this.#written) / this.#rate;
  }

  /** Begins a phrase whose samples come at this rate. */
  beginPhrase(sampleRate: number): void {
    this.#resampler = new Resampler(sampleRate, this.#rate);
  }

  /** Samples of the phrase. Each call emits at most one part. */
  write(samples: Float32Array, gain: number): void {
    const parts: Uint8Array[] = [];
    this.#resampler!.write(samples, (part) => parts.push(this.#encode(part, gain)));
    this.#hand(parts);
  }

  endPhrase(gain: number): void {
    const parts: Uint8Array[] = [];
    this.#resampler?.end((part) => parts.push(this.#encode(part, gain)));
    this.#resampler = undefined;
    this.#hand(parts);
  }

  /** Silence, a second at a time: a document of 2 KB can ask for minutes. `checkpoint` is called behind every second. */
  async silence(ms: number, checkpoint: () => Promise<void>): Promise<void> {
    let left = Math.round((ms * this.#rate) / 1000);
    while (left > 0) {
      const length = Math.min(left, this.#rate);
      this.#hand([this.#encode(new Float32Array(length), 1)]);
      left -= length;
      await checkpoint();
    }
  }

  /** Hands out what is left. The output is spent. */
  end(): void {
    const held = this.#limited(new Float32Array(this.#limiter.delay));
    this.#hand([this.#encoder.write(held), this.#encoder.end()]);
  }

  /** For speech that ends early; harmless after `end`. */
  free(): void {
    this.#encoder.free();
  }

  #encode(samples: Float32Array, gain: number): Uint8Array {
    this.#written += samples.length;
    if (this.#written > MOST_MINUTES * 60 * this.#rate)
      throw new JobError(SPEECH_TOO_LONG, `the speech would be longer than ${MOST_MINUTES} minutes`);
    return this.#encoder.write(this.#limited(gain === 1 ? samples : samples.map((each) => each * gain)));
  }

  #limited(samples: Float32Array): Float32Array {
    const late = this.#limiter.process(samples);
    if (this.#skip === 0) return late;
    const skipped = Math.min(this.#skip, late.length);
    this.#skip -= skipped;
    return late.subarray(skipped);
  }

  #hand(parts: readonly Uint8Array[]): void {
    const bytes = Buffer.concat(parts);
    if (bytes.length > 0) this.#emit(new Uint8Array(bytes.buffer, bytes.byteOffset, bytes.length));
  }
}
