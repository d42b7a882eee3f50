import { type DoubtfulSegment, leastSpeech } from '@locutor/contract';
import type { SileroVad } from './silero.ts';
import { isSpeechInSecondPass } from './speech-activity.ts';

/** Short segments that wait for clear speech; beyond this number they are decided without it. */
const MOST_WAITING = 8;

interface CheckedSegment extends DoubtfulSegment {
  samples: Float32Array;
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
    if (leastSpeech(segment, this.#spoken) === undefined) {
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
      const least = leastSpeech(segment, this.#spoken) ?? 0;
      if (await isSpeechInSecondPass(segment.samples, least, this.#vad, this.#checkpoint))
        passed.push(segment);
    }
    this.#waiting = [];
    return passed;
  }
}
