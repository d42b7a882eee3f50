import type { HeardAudio, RejectedCause, SpeechAllowance } from './types.ts';
import { SHORTEST_SPEECH } from './utterance-quality.ts';

/** Keeps account of how much of an allowance is used. */
export class SpeechAccount {
  #speech: number;
  #utterances: number;
  #needed: number;
  #exceeded: HeardAudio['exceeded'];

  constructor({ speechSeconds, utterances, neededSeconds = 0 }: SpeechAllowance) {
    this.#speech = speechSeconds;
    this.#utterances = utterances;
    this.#needed = neededSeconds;
  }

  /** Seconds of voice that the next utterance may have; none when nothing may be used any more. */
  get left(): number {
    return this.#utterances > 0 && this.#speech >= SHORTEST_SPEECH ? this.#speech : 0;
  }

  get exceeded(): HeardAudio['exceeded'] {
    return this.#exceeded;
  }

  /** Why an utterance of so many seconds of voice may not be used; undefined if it may, and then it is. */
  take(speech: number): RejectedCause | undefined {
    if (this.left === 0) {
      // Where both are used up it is the speech: what is cut off at its limit comes again as an utterance of its own.
      this.#exceeded ??= this.#speech >= SHORTEST_SPEECH ? 'utterances' : 'speech';
      return 'trimmed';
    }
    // Somebody who says "um" before a sentence means the sentence.
    if (this.#utterances === 1 && speech < this.#needed) return 'too-short';
    this.#utterances -= 1;
    this.#speech -= speech;
    this.#needed -= speech;
    return undefined;
  }
}
