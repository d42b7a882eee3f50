import type { EndpointerOptions } from '../recognition.ts';
import { WINDOW_SECONDS, type WindowReading } from './window-reading.ts';

/** Speech is louder than the background by at least this factor: 6 dB. */
const OVER_BACKGROUND = 2;
/** Windows with this probability of speech say nothing about the background. */
const LIKELY_SPEECH = 0.5;

/** Decides by loudness alone whether a window may be speech. */
export class LevelGate {
  readonly #mode: EndpointerOptions['levelMode'];
  readonly #fixed: number;
  #toLearn: number;
  readonly #learnt: number[] = [];
  #background: number | undefined;

  constructor(options: EndpointerOptions, background: number | undefined) {
    this.#mode = options.levelMode;
    this.#fixed = options.levelThreshold / 100;
    this.#toLearn = Math.ceil(options.autoLevelLength / 1000 / WINDOW_SECONDS);
    this.#background = background;
    if (background !== undefined) this.#toLearn = 0;
  }

  /** The level of the background; undefined until it is known, and where the learning time held only speech. */
  get background(): number | undefined {
    return this.#background;
  }

  passes({ probability, rms, peak }: WindowReading): boolean {
    if (this.#mode === 'fixed') return peak >= this.#fixed;
    if (this.#mode === 'off') return true;
    if (this.#toLearn > 0) this.#learn(probability, rms);
    return this.#background === undefined || rms >= OVER_BACKGROUND * this.#background;
  }

  #learn(probability: number, rms: number): void {
    this.#toLearn -= 1;
    if (probability < LIKELY_SPEECH) this.#learnt.push(rms);
    if (this.#toLearn > 0 || this.#learnt.length === 0) return;
    const sorted = this.#learnt.toSorted((a, b) => a - b);
    // The median, so that one click in the learning time does not close the gate.
    this.#background = sorted[Math.floor(sorted.length / 2)];
  }
}
