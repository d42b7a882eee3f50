import { SAMPLE_RATE } from '../sample-rate.ts';

/** The most recent audio: windows are added at the end, old ones are dropped from the front. */
export class SampleStore {
  #windows: Float32Array[] = [];
  /** Position of the first sample held, from the start of the audio. */
  #start: number;
  #end: number;

  constructor(startSeconds: number) {
    this.#start = Math.round(startSeconds * SAMPLE_RATE);
    this.#end = this.#start;
  }

  get length(): number {
    return this.#end - this.#start;
  }

  push(window: Float32Array): void {
    this.#windows.push(window);
    this.#end += window.length;
  }

  /** A copy of the samples between two times that are held. */
  slice(startSeconds: number, endSeconds: number): Float32Array {
    const start = Math.max(this.#start, Math.round(startSeconds * SAMPLE_RATE));
    const end = Math.min(this.#end, Math.round(endSeconds * SAMPLE_RATE));
    const samples = new Float32Array(Math.max(0, end - start));
    let at = this.#start;
    for (const window of this.#windows) {
      const from = Math.max(0, start - at);
      const to = Math.min(window.length, end - at);
      if (to > from) samples.set(window.subarray(from, to), at + from - start);
      at += window.length;
    }
    return samples;
  }

  dropBefore(seconds: number): void {
    const wanted = Math.round(seconds * SAMPLE_RATE);
    let drop = 0;
    while (drop < this.#windows.length && this.#start + this.#windows[drop]!.length <= wanted) {
      this.#start += this.#windows[drop]!.length;
      drop += 1;
    }
    if (drop > 0) this.#windows.splice(0, drop);
  }
}
