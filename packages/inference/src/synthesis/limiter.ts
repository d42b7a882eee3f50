/** The loudest sample that is let through: 1 dB below full scale, since lossy encoders overshoot. */
export const CEILING = 0.89;
const LOOK_AHEAD_SECONDS = 0.005;
/** Slow enough not to follow the waves of a deep voice. */
const RELEASE_SECONDS = 0.06;

/**
 * Turns loud places down instead of cutting them off. What comes out is so much later than what went in as `delay` says, and
 * never above the ceiling: the gain at a sample is a mean of gains, each of which is low enough for that sample.
 */
export class Limiter {
  /** In samples. */
  readonly delay: number;
  readonly #recovery: number;
  /** The latest samples, and the gains that they allow, in rings. */
  readonly #held: Float32Array;
  readonly #allowed: Float64Array;
  readonly #lowest: Float64Array;
  #sum: number;
  #at = 0;
  #released = 1;
  /** How many samples ago one was too loud. While none was, there is nothing to do. */
  #quiet = Number.POSITIVE_INFINITY;

  constructor(sampleRate: number) {
    this.delay = Math.max(1, Math.round(LOOK_AHEAD_SECONDS * sampleRate));
    const window = this.delay + 1;
    this.#recovery = 1 - Math.exp(-1 / (RELEASE_SECONDS * sampleRate));
    this.#held = new Float32Array(window);
    this.#allowed = new Float64Array(window).fill(1);
    this.#lowest = new Float64Array(window).fill(1);
    this.#sum = window;
  }

  /** As many samples as were given, each `delay` samples late. */
  process(samples: Float32Array): Float32Array {
    return samples.map((sample) => this.#next(sample));
  }

  #next(sample: number): number {
    const window = this.delay + 1;
    const size = Math.abs(sample);
    const allowed = size > CEILING ? CEILING / size : 1;
    const at = this.#at;
    this.#at = (at + 1) % window;
    const late = this.#held[this.#at]!;
    this.#held[at] = sample;
    this.#allowed[at] = allowed;
    if (allowed < 1) this.#quiet = 0;
    else if (this.#isAtRest) return late;
    this.#quiet += 1;
    let lowest = 1;
    for (const each of this.#allowed) if (each < lowest) lowest = each;
    this.#released = Math.min(lowest, this.#released + (1 - this.#released) * this.#recovery);
    if (this.#released > 0.9999) this.#released = 1;
    this.#sum += this.#released - this.#lowest[at]!;
    this.#lowest[at] = this.#released;
    const limited = (late * this.#sum) / window;
    return Math.max(-CEILING, Math.min(CEILING, limited));
  }

  /** Whether every gain of the window is 1, so that nothing changes. */
  get #isAtRest(): boolean {
    if (this.#quiet <= this.delay || this.#released < 1) return false;
    if (this.#quiet === Number.POSITIVE_INFINITY) return true;
    // The gains of the window must all be 1 before the work can stop.
    if (this.#sum < this.delay + 1 - 1e-9) return false;
    this.#lowest.fill(1);
    this.#sum = this.delay + 1;
    this.#quiet = Number.POSITIVE_INFINITY;
    return true;
  }
}
