import type { SpeechSpan } from '../contract/speech-span.ts';
import type { SileroVad } from './silero.ts';
import { detectAgain } from './speech-activity.ts';

/** A sneeze, a bark or a wave can pass for so much speech, in seconds; what is longer passes at once. */
const SHORT = 1;
/**
 * How likely a segment must be in the second pass. Of 80 noises 3 pass, 7 where they are cut as short as a word, and all
 * of 424 words that fill their clip; with 0.5 2 and 2 noises, and 421 words. What passes is judged by its text as well.
 */
const LIKELY = 0.3;
/** The same where somebody speaks in the audio for sure: short words between sentences are unsure by themselves. */
const LIKELY_AMONG_SPEECH = 0.2;
const SHORTEST_SPEECH = 2;
/** Short segments that wait for sure speech; more in a row are decided without. */
const MOST_WAITING = 8;

interface CheckedSegment {
  samples: Float32Array;
  speech: readonly SpeechSpan[];
  whole: boolean;
}

/** Passes segments that are speech. Those with little of it go through the voice activity detector a second time. */
export class SegmentRecheck<Segment extends CheckedSegment> {
  readonly #vad: SileroVad;
  readonly #checkpoint: () => Promise<void>;
  readonly #patient: boolean;
  #waiting: Segment[] = [];
  #spoken: boolean;

  /** A patient one waits whether there is sure speech; `spoken` says that there was some before. */
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

  /** Whether somebody spoke for sure. */
  get spoken(): boolean {
    return this.#spoken;
  }

  /** Takes the next segment; returns those that pass now, in order. */
  async take(segment: Segment): Promise<Segment[]> {
    if (isSure(segment)) {
      this.#spoken = true;
      return [...(await this.finish()), segment];
    }
    this.#waiting.push(segment);
    const waits = this.#patient && !this.#spoken && this.#waiting.length <= MOST_WAITING;
    return waits ? [] : this.finish();
  }

  /** Decides about those that wait. */
  async finish(): Promise<Segment[]> {
    const passed: Segment[] = [];
    for (const segment of this.#waiting) {
      const probabilities = await detectAgain(segment.samples, this.#vad, this.#checkpoint);
      if (hasRun(probabilities, this.#spoken ? LIKELY_AMONG_SPEECH : LIKELY)) passed.push(segment);
    }
    this.#waiting = [];
    return passed;
  }
}

/** What is cut off from speech is speech, however little it is. */
function isSure({ speech, whole }: CheckedSegment): boolean {
  return !whole || speech.reduce((sum, { start, end }) => sum + end - start, 0) >= SHORT;
}

function hasRun(probabilities: readonly number[], least: number): boolean {
  let run = 0;
  return probabilities.some((probability) => {
    run = probability >= least ? run + 1 : 0;
    return run >= SHORTEST_SPEECH;
  });
}
