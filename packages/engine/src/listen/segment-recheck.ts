import type { SpeechSpan } from '../contract/speech-span.ts';
import type { SileroVad } from './silero.ts';
import { isSpeechInSecondPass } from './speech-activity.ts';

/** A sneeze, a bark or a wave can look like this much speech, in seconds; segments with more are not rechecked. */
const SHORT = 1;
/**
 * The least probability of speech in the second pass. Of 80 noises 3 pass (7 when they are cut as short as a word), and
 * of 424 words that fill their clip all do. With 0.5, 2 noises (2 when cut) and 421 words pass. Segments that pass are
 * judged by their text as well.
 */
const LIKELY = 0.3;
/** The same in audio with clear speech: short words between sentences have low probabilities of their own. */
const LIKELY_AMONG_SPEECH = 0.2;
/** Short segments that wait for clear speech; beyond this number they are decided without it. */
const MOST_WAITING = 8;

interface CheckedSegment {
  samples: Float32Array;
  speech: readonly SpeechSpan[];
  whole: boolean;
}

/** Filters out segments that are not speech. Short ones go through the voice activity detector a second time. */
export class SegmentRecheck<Segment extends CheckedSegment> {
  readonly #vad: SileroVad;
  readonly #checkpoint: () => Promise<void>;
  readonly #patient: boolean;
  #waiting: Segment[] = [];
  #spoken: boolean;

  /** With `patient`, short segments wait for clear speech; `spoken` says that there was some earlier in the audio. */
  constructor(
    vad: SileroVad,
    checkpoint: () => Promise<void>,
    options: { patient: boolean; spoken: boolean },
  ) {
    this.#vad = vad;
    this.#checkpoint = checkpoint;
    this.#patient = options.patient;
    this.#spoken = options.spoken;
  }

  /** Whether there was clear speech. */
  get spoken(): boolean {
    return this.#spoken;
  }

  /** Adds the next segment; returns those that pass now, in order. */
  async add(segment: Segment): Promise<Segment[]> {
    if (isSure(segment)) {
      this.#spoken = true;
      return [...(await this.finish()), segment];
    }
    this.#waiting.push(segment);
    const waits = this.#patient && !this.#spoken && this.#waiting.length <= MOST_WAITING;
    return waits ? [] : this.finish();
  }

  /** Decides about the segments that wait. */
  async finish(): Promise<Segment[]> {
    const passed: Segment[] = [];
    for (const segment of this.#waiting) {
      const least = this.#spoken ? LIKELY_AMONG_SPEECH : LIKELY;
      if (await isSpeechInSecondPass(segment.samples, least, this.#vad, this.#checkpoint))
        passed.push(segment);
    }
    this.#waiting = [];
    return passed;
  }
}

/** A piece that was cut from speech is speech, however short. */
function isSure({ speech, whole }: CheckedSegment): boolean {
  return !whole || speech.reduce((sum, { start, end }) => sum + end - start, 0) >= SHORT;
}
