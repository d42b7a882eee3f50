/**
 * Tells which samples of a page belong to the stream. A page's granule is the position of its last sample: the
 * first page so fixes where the stream begins (a cut-out part does not begin at 0, and Vorbis may begin before
 * it), the last page where it ends.
 */
export class GranuleClock {
  #decoded = 0;
  #origin: number | undefined;

  /** Of `samples` decoded from a page, the ones from `start` on, `count` of them, are to be kept. */
  keep(samples: number, granule: number, last: boolean): { start: number; count: number } {
    const before = this.#decoded;
    this.#decoded += samples;
    let start = 0;
    if (granule >= 0 && this.#origin === undefined) {
      this.#origin = last ? 0 : granule - this.#decoded;
      start = Math.min(samples, Math.max(0, -this.#origin));
    }
    let end = samples;
    if (last && granule >= 0) end = Math.min(samples, Math.max(start, granule - this.#origin! - before));
    return { start, count: end - start };
  }
}
