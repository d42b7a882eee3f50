import {
  type DetectorState,
  type EndpointerOptions,
  type FoundSegment,
  readingAt,
  type SampleStore,
  WINDOW_SECONDS,
  type WindowReading,
  windowsTogether,
} from '@locutor/contract';
import { AgainSegments, type Look, type Wanted } from './again-segments.ts';
import type { LivePasses } from './live-passes.ts';
import { runSteadily } from './live-pool.ts';

/** Seconds of audio that may wait while nobody waits for them. */
const MOST_WAITING = 10;

/** A segment with its audio. */
export interface FoundAudio {
  readonly found: FoundSegment;
  readonly samples: Float32Array;
}

/** A segment's samples are those of the time of the look: the session may drop them afterwards. */
export interface JudgedAgain extends Omit<Look, 'found' | 'expected'> {
  readonly found: readonly FoundAudio[];
  readonly expected: FoundAudio | undefined;
}

/**
 * The audio of a session, judged once more as RECOGNIZE judges it. Who judges speech while it arrives does not know how loud it
 * will be: it begins or ends a window earlier or later, so that models which are not sure of a word write another one. That
 * judgement says when somebody speaks and when a segment is over, this one where it begins and ends.
 *
 * Every part is judged once and for all when it is complete, and before as often as it is needed: a part is a second long,
 * the first one five, which takes 8 ms.
 */
export class LiveAgain {
  readonly #jobs: LivePasses;
  readonly #store: SampleStore;
  readonly #segments: AgainSegments;
  #state: DetectorState | undefined;
  #turn: Promise<unknown> = Promise.resolve();
  #waiting = 0;

  constructor(jobs: LivePasses, store: SampleStore, options: EndpointerOptions) {
    this.#jobs = jobs;
    this.#store = store;
    this.#segments = new AgainSegments(options);
  }

  get rest(): AgainSegments['rest'] {
    return this.#segments.rest;
  }

  /** Audio before this time is no longer needed. */
  get keepFrom(): number {
    return this.#segments.keepFrom;
  }

  /** Whether there is a complete part that nobody has looked at. */
  isDue(position: number): boolean {
    const windows = position / WINDOW_SECONDS - this.#segments.judged;
    return this.#waiting === 0 && windows >= windowsTogether(this.#state === undefined);
  }

  /** Whether so much was not judged that the rest has to wait. */
  isLate(position: number): boolean {
    return position - this.#segments.judged * WINDOW_SECONDS > MOST_WAITING;
  }

  /** Looks at the audio up to a time, one look after the other. */
  look(until: number, wanted: Wanted): Promise<JudgedAgain> {
    this.#waiting += 1;
    const look = this.#turn.then(async () => {
      try {
        const { found, expected, ...rest } = this.#segments.look(await this.#judge(until), until, wanted);
        return {
          ...rest,
          found: found.map(this.#withAudio),
          expected: expected && this.#withAudio(expected),
        };
      } finally {
        this.#waiting -= 1;
      }
    });
    this.#turn = look.catch(() => {});
    return look;
  }

  readonly #withAudio = (found: FoundSegment): FoundAudio => ({
    found,
    samples: this.#store.slice(found.audioStart, found.audioEnd),
  });

  /** Judges what was not judged yet; the readings of the last part, which may change, are returned. */
  async #judge(until: number): Promise<WindowReading[]> {
    const { pool, client, signal } = this.#jobs;
    for (;;) {
      const samples = this.#store.slice(this.#segments.judged * WINDOW_SECONDS, until);
      if (samples.length === 0) return [];
      const input = { samples, ...(this.#state && { state: this.#state }) };
      const { readings, whole, state } = await runSteadily(pool, 'listen-again', input, {
        ...{ client, signal },
        continues: 'ahead',
      });
      const all = Array.from({ length: readings.length / 3 }, (_, n) => readingAt(readings, n));
      const isAnew = this.#segments.add(all.slice(0, whole));
      this.#state = isAnew ? undefined : state;
      if (!isAnew) return all.slice(whole);
    }
  }
}
