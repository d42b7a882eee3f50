import { type Endpointer, SpeechOnset } from '@locutor/contract';
import type { LiveWatch } from './live-request.ts';

/** Reports when somebody begins and ends to speak, as it is judged while the audio arrives. */
export class SpeechEvents {
  readonly #endpointer: Endpointer;
  readonly #watch: LiveWatch;
  readonly #onset = new SpeechOnset();
  /** Index of the speech that began last, and whether its end was reported. */
  #latest = -1;
  #ended = true;
  #starts = 0;

  constructor(endpointer: Endpointer, watch: LiveWatch) {
    this.#endpointer = endpointer;
    this.#watch = watch;
  }

  get latest(): number {
    return this.#latest;
  }

  /** Somebody speaks, or seems to begin. */
  get speaks(): boolean {
    return this.#onset.isAhead || this.#endpointer.open !== undefined;
  }

  /** The last speech is over, but its end was not reported. */
  get isEnding(): boolean {
    return this.#endpointer.ended > this.#latest && !this.#ended;
  }

  /** To be called after every window. Speech that was cut by force ends and begins. */
  look(): void {
    const { open } = this.#endpointer;
    if (!open || open.index <= this.#latest) return;
    this.end();
    this.#latest = open.index;
    this.#ended = false;
  }

  /** To be called after every window whose speech would be news. */
  lookForStart(): void {
    const { latest, open, position } = this.#endpointer;
    if (!this.#onset.push(latest, open?.index)) return;
    // What was said before has ended.
    if (!open) this.end();
    this.#start(open?.speechStart ?? position);
  }

  /** Clients stop sending audio at the end of speech: it is reported once it is certain that it was speech. */
  end(): void {
    if (this.#ended) return;
    this.#ended = true;
    const { position } = this.#endpointer;
    if (this.#onset.confirm()) this.#start(position);
    this.#watch.onSpeechEnd?.(position);
  }

  /** Nobody is told that noise has ended; `index` is that of the speech for which it was taken. */
  forget(index = this.#latest): void {
    if (index === this.#latest && !this.#endpointer.open) this.#ended = true;
  }

  /** So many segments were found: one was not noticed while its audio arrived. */
  found(count: number, at: number): void {
    if (!this.#endpointer.open) this.end();
    if (this.#starts >= count) return;
    this.#start(at);
    if (!this.#endpointer.open) this.#watch.onSpeechEnd?.(this.#endpointer.position);
  }

  #start(at: number): void {
    this.#starts += 1;
    this.#watch.onSpeechStart?.(at);
  }
}
