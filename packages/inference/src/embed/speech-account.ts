import {
  type EmbeddedAudio,
  type SpeechAllowance,
  type SpeechLimit,
  WINDOW_SECONDS,
} from '@locutor/contract';
import { SHORTEST_SPEECH } from './utterance-quality.ts';

const milliseconds = (seconds: number) => Math.round(1000 * seconds);

/** Keeps account of how much of an allowance is used, in whole milliseconds, as it is set and reported. */
export class SpeechAccount {
  #speech: number;
  #utterances: number;
  #needed: number;
  #exceeded: EmbeddedAudio['exceeded'];

  constructor({ speechSeconds, utterances, neededSeconds = 0 }: SpeechAllowance) {
    this.#speech = milliseconds(speechSeconds);
    this.#utterances = utterances;
    this.#needed = milliseconds(neededSeconds);
  }

  /** Seconds of voice that the next utterance may have; none when nothing may be used any more. */
  get left(): number {
    return this.#utterances > 0 && this.#hasSpeech ? this.#speech / 1000 : 0;
  }

  get exceeded(): EmbeddedAudio['exceeded'] {
    return this.#exceeded;
  }

  /** Seconds of voice with which an utterance may be used: a little less where that is all that is left and needed. */
  get shortest(): number {
    return this.left === 0 ? SHORTEST_SPEECH : Math.min(SHORTEST_SPEECH, this.left - WINDOW_SECONDS);
  }

  /** Too little for a voice is used where without it there would be less than is needed. */
  get #hasSpeech(): boolean {
    return this.#speech >= milliseconds(this.#needed > 0 ? WINDOW_SECONDS : SHORTEST_SPEECH);
  }

  /** The limit that leaves out an utterance of so many seconds of voice; undefined if it may be used, and then it is. */
  take(seconds: number): SpeechLimit | undefined {
    // Where both are used up it is the speech: what is cut off at its limit comes again as an utterance of its own.
    if (!this.#hasSpeech) return this.#exceed('speech');
    if (this.#utterances === 0) return this.#exceed('utterances');
    const speech = milliseconds(seconds);
    // Somebody who says "um" before a sentence means the sentence: the last place is for an utterance that suffices.
    if (this.#utterances === 1 && speech < this.#needed) return 'utterances';
    this.#utterances -= 1;
    this.#speech -= speech;
    this.#needed -= speech;
    return undefined;
  }

  #exceed(limit: SpeechLimit): SpeechLimit {
    this.#exceeded ??= limit;
    return limit;
  }
}
