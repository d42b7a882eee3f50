import type { HeardAudio, SpeechAllowance } from './types.ts';
import { SHORTEST_SPEECH } from './utterance-quality.ts';

/** Keeps account of how much of an allowance is used. */
export class SpeechAccount {
  #speech: number;
  #utterances: number;
  #exceeded: HeardAudio['exceeded'];

  constructor({ speechSeconds, utterances }: SpeechAllowance) {
    this.#speech = speechSeconds;
    this.#utterances = utterances;
  }

  /** Seconds of voice that the next utterance may have; none when nothing may be used any more. */
  get left(): number {
    return this.#utterances > 0 && this.#speech >= SHORTEST_SPEECH ? this.#speech : 0;
  }

  get exceeded(): HeardAudio['exceeded'] {
    return this.#exceeded;
  }

  /** Whether an utterance of so many seconds of voice may be used; if so, it is used. */
  take(speech: number): boolean {
    if (this.left === 0) {
      this.#exceeded ??= this.#utterances > 0 ? 'speech' : 'utterances';
      return false;
    }
    this.#utterances -= 1;
    this.#speech -= speech;
    return true;
  }
}
