import type { GatedReading } from './open-piece.ts';
import { SHORTEST_SPEECH } from './window-reading.ts';

/** A window with this probability is reported at once. The endpointer waits for a second one, which is 32 ms. */
const CLEAR = 0.55;
/**
 * Windows with speech after which a segment without a clear one is reported: 160 ms. Half of such noises are over by
 * then.
 */
const DOUBTFUL_WINDOWS = 5;
/** Windows after which a start that no segment followed is forgotten: a second. */
const FORGOTTEN = 32;

/**
 * When somebody begins to speak, for those who are waiting for it, such as a prompt that is to stop. That is sooner
 * than the endpointer opens a segment where speech is clear, and later where it is doubtful: a segment is judged again
 * before anybody gets its result, an event is not. Within 150 ms it reports 80 instead of 67 % of single digits and 96
 * instead of 94 % of read sentences, and 21 of 160 noises as before. With 0.45 it would be two digits and ten noises in
 * a hundred more. Rules on the level, which would report the "s" of "six", more than double the noises.
 */
export class SpeechOnset {
  #segment: number | undefined;
  /** Whether the last window was in a segment. */
  #inside = false;
  /** Whether the start of that segment, or of one that may follow, was reported. */
  #reported = true;
  #reportedAhead = false;
  #windows = 0;
  #waited = 0;

  /** Speech was reported that is in no segment yet. */
  get isAhead(): boolean {
    return this.#reportedAhead;
  }

  /** Whether to report now; `segment` is the index of the one that the window is in. */
  push(reading: Pick<GatedReading, 'probability' | 'isSpeech'>, segment: number | undefined): boolean {
    const wasInside = this.#inside;
    this.#inside = segment !== undefined;
    if (segment === undefined) return this.#ahead(reading.probability);
    if (segment === this.#segment) this.#windows += reading.isSpeech ? 1 : 0;
    else {
      this.#segment = segment;
      this.#reported = this.#reportedAhead;
      this.#reportedAhead = false;
      // Speech that was cut goes on.
      this.#windows = wasInside ? DOUBTFUL_WINDOWS : SHORTEST_SPEECH;
    }
    const isCertain = reading.probability >= CLEAR || this.#windows >= DOUBTFUL_WINDOWS;
    return isCertain && this.confirm();
  }

  /** The last segment is speech, however doubtful its windows: whether that is to be reported yet. */
  confirm(): boolean {
    const isNews = !this.#reported;
    this.#reported = true;
    return isNews;
  }

  #ahead(probability: number): boolean {
    if (this.#reportedAhead) {
      this.#waited += 1;
      if (this.#waited >= FORGOTTEN) this.#reportedAhead = false;
      return false;
    }
    this.#reportedAhead = probability >= CLEAR;
    this.#waited = 0;
    return this.#reportedAhead;
  }
}
